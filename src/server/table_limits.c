/* table_limits.c: how many tables, open seats and bots somebody may have, and at how many tables he
 * may sit. What a person has is counted in the store, so that a restart forgets nothing; what an
 * address has made, in memory. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/requests.h"

/* Returns the name of the limit that the person would exceed; NULL if none. */
static const char *limit_of_person(
	const sv_hub *hub, const sv_table_amounts *has, const sv_table_amounts *more)
{
	const sv_limits *l = &hub->limits;
	if (has->tables + more->tables > l->tables_a_person)
		return "tables_a_person";
	if (more->open_seats && has->open_seats + more->open_seats > l->open_seats_a_person)
		return "open_seats_a_person";
	if (more->bots && has->bots + more->bots > l->bots_a_person)
		return "bots_a_person";
	return NULL;
}

/* Refuses the request because of this limit; NULL: there is none, and it returns false. */
static bool refuse_limit(const sv_request *r, const char *limit)
{
	char text[96];
	if (!limit)
		return false;
	snprintf(text, sizeof text, "there are too many: finish or cancel a table first (%s)", limit);
	if (strncmp(limit, "tables", 6) == 0)
		sv_refuse_limit(r->client, r->id, "too-many-tables", limit, text);
	else if (strncmp(limit, "bots", 4) == 0)
		sv_refuse_limit(r->client, r->id, "too-many-bots", limit, text);
	else
		sv_refuse_limit(r->client, r->id, "too-many-seats", limit, text);
	return true;
}

bool sv_refuse_table(const sv_request *r, const sv_table_amounts *more)
{
	assert(sv_is_request(r));
	assert(more);
	sv_hub *hub = r->client->hub;
	sv_table_amounts has;
	sv_who who = {.address = r->client->who.address};
	if (!sv_store_amounts_of(hub->store, r->client->person, &has)) {
		sv_refuse(r->client, r->id, "storage", "the tables cannot be counted");
		return true;
	}
	return refuse_limit(r, limit_of_person(hub, &has, more)) ||
		refuse_limit(r, sv_amount_refused(hub->meters, who, SV_TABLES, more->tables)) ||
		(more->open_seats &&
			refuse_limit(
				r, sv_amount_refused(hub->meters, who, SV_OPEN_SEATS, more->open_seats))) ||
		(more->bots && refuse_limit(r, sv_amount_refused(hub->meters, who, SV_BOTS, more->bots)));
}

bool sv_refuse_seat(const sv_request *r)
{
	assert(sv_is_request(r));
	const sv_hub *hub = r->client->hub;
	if (sv_store_count_seats(hub->store, r->client->person) < hub->limits.seats_a_person)
		return false;
	sv_refuse_limit(r->client, r->id, "too-many-seats", "seats_a_person",
		"you sit at too many tables: leave or finish one first (seats_a_person)");
	return true;
}
