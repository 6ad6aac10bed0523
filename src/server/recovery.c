/* recovery.c: passwords that are recovered by mail.
 *
 * Whoever asks is answered at once, always the same. A random time later the account is looked for,
 * and the same is written to the store whether there is one or not: a link, which is nobody's if
 * there is no account with a confirmed address. So neither the answer nor the load of the server
 * tells who has an account. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/account.h"
#include "server/notices_internal.h"

enum { LEAST_WAIT = 300, MOST_WAIT = 1500 }; /* ms before a request is looked at */

bool sv_can_recover(const sv_front *front)
{
	assert(front);
	return front->notices && sv_notices_can_mail(front->notices) &&
		sv_notices_public_url(front->notices);
}

bool sv_queue_recovery(sv_front *front, const char *name)
{
	assert(front && name && sv_can_recover(front));
	uint32_t chance;
	front->world.random(front->world.self, &chance, sizeof chance);
	for (int i = 0; i < SV_MAX_RECOVERIES; i++)
		if (!front->recoveries.waiting[i].at) {
			front->recoveries.waiting[i].at =
				sv_front_now(front) + LEAST_WAIT + chance % (MOST_WAIT - LEAST_WAIT);
			snprintf(front->recoveries.waiting[i].name, SV_NAME_SIZE, "%s",
				strlen(name) < SV_NAME_SIZE ? name : "");
			return true;
		}
	return false;
}

/* Returns the id of the account, if a link may be mailed to it now; otherwise 0. */
static int64_t find_receiver(sv_front *front, const char *name, sv_notice_settings *settings)
{
	sv_person_row row;
	if (!sv_store_find_account(front->store, name, &row) ||
		sv_store_is_restrained(front->store, SV_BAN, row.id, sv_front_wall_now(front)))
		return 0;
	sv_read_notice_settings(&row, settings);
	bool confirmed = *settings->mail && !*settings->code;
	return confirmed && sv_notices_may_send_code(front->notices, row.id, settings->mail) ? row.id
																						 : 0;
}

/* The link is durable before it is mailed. */
static void look_at(sv_front *front, const char *name)
{
	char link[SV_LINK_SIZE];
	sv_notice_settings settings = {0};
	sv_hub_flush(front->hub);
	int64_t person = find_receiver(front, name, &settings);
	bool kept = sv_make_recovery_link(front, person, link) && sv_store_commit(front->store);
	if (!kept)
		sv_store_roll_back(front->store);
	else if (person)
		sv_notices_send_link(front->notices, person, &settings, link);
	sodium_memzero(link, sizeof link);
}

int64_t sv_recovery_tick(sv_front *front)
{
	assert(front);
	int64_t now = sv_front_now(front), next = INT64_MAX;
	for (int i = 0; i < SV_MAX_RECOVERIES; i++) {
		int64_t at = front->recoveries.waiting[i].at;
		if (at && at <= now) {
			look_at(front, front->recoveries.waiting[i].name);
			memset(&front->recoveries.waiting[i], 0, sizeof front->recoveries.waiting[i]);
		} else if (at && at < next) {
			next = at;
		}
	}
	return next;
}
