/* late.c: see late.h. */
#include "server/late.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifdef __APPLE__
#define LIBRARY "lib%s.%d.dylib"
#else
#define LIBRARY "lib%s.so.%d"
#endif

bool sv_load_library(const char *name, int abi, const char *const *names, int count,
	void *functions, ap_error *error)
{
	assert(name && names && count > 0 && functions && error);
	char file[64];
	snprintf(file, sizeof file, LIBRARY, name, abi);
	void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	for (int i = 0; i < count; i++) {
		void *function = library ? dlsym(library, names[i]) : NULL;
		if (!function)
			return ap_fail(error, 0, "the library %s cannot be loaded: %s", file, dlerror());
		memcpy((char *)functions + (size_t)i * sizeof function, &function, sizeof function);
	}
	return true;
}
