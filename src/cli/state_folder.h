/* state_folder.h: the folder in which the program keeps what belongs to a person: apparat in
 * XDG_STATE_HOME, or in ~/.local/state. */
#ifndef APPARAT_CLI_STATE_FOLDER_H
#define APPARAT_CLI_STATE_FOLDER_H

#include <stdbool.h>

/* Room for a path. */
enum { AP_CLI_PATH = 4096 };

/* Writes the path of a file or folder in it, such as "games/GAME-1.apr". False if there is no
 * such folder, because neither XDG_STATE_HOME nor HOME is set. */
bool ap_cli_state_path(const char *name, char path[AP_CLI_PATH]);
/* Creates all folders of a path but the last part of it, so that only the user himself may enter
 * them. False, with errno, if that fails. */
bool ap_cli_make_folders(const char *path);

#endif
