/* supervisor.h: what the server tells systemd, if that has started it: that it is ready, that it
 * stops, and that its loop runs (the watchdog). Elsewhere nothing happens.
 *
 * The protocol is a datagram to a socket whose name is in the environment. libsystemd would be one
 * more library to carry for these few lines. */
#ifndef APPARAT_SERVER_SUPERVISOR_H
#define APPARAT_SERVER_SUPERVISOR_H

#include <stdint.h>

/* Sends a state such as "READY=1". */
void sv_tell_supervisor(const char *state);

/* Returns after how many ms the supervisor wants to hear from the loop; 0: it does not. */
int64_t sv_watchdog_interval(void);

#endif
