/* serve_files.c: a server with invented files of a browser client, so that test_front.py does not
 * depend on the real ones. */
#include <signal.h>
#include <stdio.h>

#include "server/front.h"
#include "server/static_files.h"

static const unsigned char page[] = "<!doctype html>\n<title>files</title>\n";
static const unsigned char packed_page[] = "not really packed";
static unsigned char large[200000];

/* The linker uses this list instead of the one in the library. */
const sv_static_file sv_static_files[] = {
	{"/index.html", "text/html; charset=utf-8", "0123456789abcdef", false, page, packed_page,
		sizeof page - 1, sizeof packed_page - 1},
	{"/app-AB12CD34.js", "text/javascript; charset=utf-8", "fedcba9876543210", true, large, NULL,
		sizeof large, 0},
	{0},
};

static sv_front *running;

static void on_signal(int number)
{
	(void)number;
	/* NOLINTNEXTLINE(bugprone-signal-handler,cert-sig30-c): it may be called by one, see front.h */
	sv_front_stop(running);
}

int main(void)
{
	ap_error error;
	for (size_t i = 0; i < sizeof large; i++)
		large[i] = (unsigned char)('a' + i % 23);
	sv_front_options o = {
		.world = &sv_real_world, .limits = &sv_default_limits, .bind = "127.0.0.1"};
	o.store = sv_store_open("sqlite::memory:", &error);
	o.hub = o.store ? sv_hub_open(o.store, o.world, o.limits, &error) : NULL;
	o.people = o.hub ? sv_people_open(o.store, o.world, o.limits, &error) : NULL;
	running = o.people ? sv_front_open(&o, &error) : NULL;
	if (!running) {
		fprintf(stderr, "%s\n", error.message);
		return 1;
	}
	signal(SIGTERM, on_signal);
	printf("listening on %s\n", sv_front_url(running));
	fflush(stdout);
	sv_front_run(running);
	sv_front_close(running);
	sv_people_close(o.people);
	sv_hub_close(o.hub);
	sv_store_close(o.store);
	return 0;
}
