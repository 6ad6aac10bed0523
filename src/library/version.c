/* version.c: the version with which the library was built. */
#include "apparat/version.h"

const char *ap_version(void)
{
	return AP_VERSION_STRING;
}
