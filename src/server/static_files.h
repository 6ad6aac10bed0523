/* static_files.h: the files of the browser client, which are part of the program.
 * tools/web_files.py writes the list; it is empty in a program that is built without the client. */
#ifndef APPARAT_SERVER_STATIC_FILES_H
#define APPARAT_SERVER_STATIC_FILES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sv_static_file {
	const char *path;         /* the path of the URL: "/app.js" */
	const char *content_type; /* "text/html; charset=utf-8" */
	const char *etag;         /* a hash of the contents */
	bool immutable;           /* the path contains a hash: its contents never change */
	const unsigned char *bytes;
	const unsigned char *gzipped; /* the bytes, compressed; NULL if that would save little */
	size_t size, gzipped_size;
} sv_static_file;

/* The last entry has a path that is NULL. */
extern const sv_static_file sv_static_files[];

#endif
