/* replay_steps.h: lets a person step through a recorded game in the terminal. */
#ifndef APPARAT_CLI_REPLAY_STEPS_H
#define APPARAT_CLI_REPLAY_STEPS_H

#include "text/phrases.h"
#include "text/record.h"

/* Shows the board after `at` actions of the record as this viewer saw it, a seat or AP_OBSERVER,
 * and lets the person go on and back from there. Returns the exit status. */
int ap_cli_step_through(ap_record *record, int at, int viewer, ap_language language, bool plain);

#endif
