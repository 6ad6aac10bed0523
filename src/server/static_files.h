/* static_files.h: the files of the web client, which are part of the program. tools/web_files.py
 * writes the list; it may be empty. */
#ifndef APPARAT_SERVER_STATIC_FILES_H
#define APPARAT_SERVER_STATIC_FILES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sv_file {
	const char *path; /* as it is asked for: "/app.js" */
	const char *type;
	const char *tag;                     /* of its contents, for ETag */
	bool lasting;                        /* the name has a hash of the contents: it never changes */
	const unsigned char *bytes, *packed; /* packed with gzip; NULL: not worth it */
	size_t size, packed_size;
} sv_file;

extern const sv_file sv_files[]; /* ends with a path that is NULL */

#endif
