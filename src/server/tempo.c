/* tempo.c: see tempo.h. */
#include "server/tempo.h"

#include <assert.h>
#include <string.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

/* The first of a pace is its default. A round is as long as it takes to hear an announcement and to
 * say "wait"; whoever has to think holds it. */
static const sv_tempo tempos[SV_TEMPOS] = {
	{"relaxed", false, 5 * MINUTE, 8 * SECOND, 60 * SECOND, 1200},
	{"brisk", false, 90 * SECOND, 6 * SECOND, 20 * SECOND, 700},
	{"daily", true, 24 * HOUR, 8 * SECOND, 0, 0},
	{"none", false, 0, 8 * SECOND, 0, 1200},
};

sv_tempo sv_tempo_at(const sv_limits *limits, int n)
{
	assert(limits && n >= 0 && n < SV_TEMPOS);
	sv_tempo tempo = tempos[n];
	int64_t move = tempo.slow ? limits->slow_move : limits->live_move;
	if (tempo.move_time && move)
		tempo.move_time = move;
	if (limits->countdown)
		tempo.countdown = limits->countdown;
	if (limits->bot_delay >= 0 && !tempo.slow)
		tempo.bot_delay = limits->bot_delay;
	return tempo;
}

int sv_tempo_named(const char *name)
{
	assert(name);
	int n = SV_TEMPOS - 1;
	while (n >= 0 && strcmp(tempos[n].name, name) != 0)
		n--;
	return n;
}

int sv_default_tempo(bool slow)
{
	int n = 0;
	while (tempos[n].slow != slow)
		n++;
	return n;
}

static void write_number(ap_json *j, const char *key, int64_t value)
{
	ap_json_key(j, key);
	ap_json_int(j, value);
}

void sv_write_tempos(ap_json *j, const sv_limits *limits)
{
	assert(j && limits);
	ap_json_open(j, '[');
	for (int i = 0; i < SV_TEMPOS; i++) {
		sv_tempo tempo = sv_tempo_at(limits, i);
		ap_json_open(j, '{');
		ap_json_key(j, "tempo");
		ap_json_string(j, tempo.name);
		ap_json_key(j, "pace");
		ap_json_string(j, tempo.slow ? "slow" : "live");
		ap_json_key(j, "move_ms");
		if (tempo.move_time)
			ap_json_int(j, tempo.move_time);
		else
			ap_json_null(j);
		write_number(j, "countdown_ms", tempo.countdown);
		write_number(j, "hold_ms", tempo.hold_time);
		write_number(j, "bot_ms", tempo.bot_delay);
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}
