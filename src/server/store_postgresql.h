/* store_postgresql.h: what belongs to PostgreSQL alone: its schema, and the statements of the store
 * in its words. For store_postgresql.c. */
#ifndef APPARAT_SERVER_STORE_POSTGRESQL_H
#define APPARAT_SERVER_STORE_POSTGRESQL_H

#include <stddef.h>

#include "server/store_statements.h"

enum {
	SV_MOST_PARAMETERS = 16, /* of a statement */
	SV_STATEMENT_SIZE = 2048 /* the text of a statement, with its zero */
};

/* Writes the statement as PostgreSQL has it. Returns how many parameters it has. */
int sv_postgresql_statement(sv_statement which, char out[SV_STATEMENT_SIZE]);

/* The schema has the same versions as that of SQLite, of which the first ones never were in
 * PostgreSQL: this is the first that was. */
enum { SV_POSTGRESQL_FIRST = 5, SV_POSTGRESQL_LATEST = 5 };

enum { SV_MIGRATION_PARTS = 4 };

/* What brings a schema to this version from the one before; an empty database to the first. It has
 * so many parts; those that are not needed are NULL. */
const char *const *sv_postgresql_migration(int version);

#endif
