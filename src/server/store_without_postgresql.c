/* store_without_postgresql.c: instead of store_postgresql.c, in a program that was built without
 * libpq. */
#include "server/store_driver.h"

sv_store *sv_postgresql_open(const char *url, ap_error *error)
{
	(void)url;
	ap_fail(error, 0, "this program was built without PostgreSQL (libpq)");
	return NULL;
}

sv_store *sv_postgresql_open_replica(const char *url, ap_error *error)
{
	return sv_postgresql_open(url, error);
}
