/* command.h: the commands of the program. Each gets its own name as argv[0], its arguments after
 * it, and returns the exit status. */
#ifndef APPARAT_CLI_COMMAND_H
#define APPARAT_CLI_COMMAND_H

int ap_cmd_admin(int argc, char **argv);
int ap_cmd_backup(int argc, char **argv);
int ap_cmd_migrate(int argc, char **argv);
int ap_cmd_bench(int argc, char **argv);
int ap_cmd_draw(int argc, char **argv);
int ap_cmd_games(int argc, char **argv);
int ap_cmd_join(int argc, char **argv);
int ap_cmd_licences(int argc, char **argv);
int ap_cmd_play(int argc, char **argv);
int ap_cmd_replay(int argc, char **argv);
int ap_cmd_rules(int argc, char **argv);
int ap_cmd_script(int argc, char **argv);
int ap_cmd_serve(int argc, char **argv);
int ap_cmd_simulate(int argc, char **argv);
int ap_cmd_verify(int argc, char **argv);

extern const char *ap_program; /* the name by which the program was called: argv[0] of main() */

#endif
