/* kept_games.c: see kept_games.h. */
#include "cli/kept_games.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char ending[] = ".apr";
enum { ENDING = sizeof ending - 1, MOST_NUMBERS = 10000 };

/* Writes the path of a file in the folder. */
static bool path_of(const char *name, char path[AP_CLI_PATH])
{
	char inside[256];
	int n = snprintf(inside, sizeof inside, "games/%s", name);
	return n < (int)sizeof inside && ap_cli_state_path(inside, path);
}

/* Writes the path of the lock of a record. */
static void lock_path_of(const char *record, char path[AP_CLI_PATH + 8])
{
	snprintf(path, AP_CLI_PATH + 8, "%.*s.lock", (int)(strlen(record) - ENDING), record);
}

/* Locks the game; -1 if somebody else has. Whoever ends removes the file: then it may be another
 * one by now, which must be locked instead. */
static int lock(const char *record)
{
	char path[AP_CLI_PATH + 8];
	struct stat locked, there;
	lock_path_of(record, path);
	for (;;) {
		int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (file < 0)
			return -1;
		if (flock(file, LOCK_EX | LOCK_NB) != 0) {
			close(file);
			return -1;
		}
		if (fstat(file, &locked) == 0 && stat(path, &there) == 0 && locked.st_ino == there.st_ino)
			return file;
		close(file);
	}
}

static void unlock(const char *record, int file)
{
	char path[AP_CLI_PATH + 8];
	lock_path_of(record, path);
	unlink(path);
	close(file);
}

bool ap_kept_begin(const char *game, ap_kept_game *kept)
{
	assert(game && kept);
	kept->lock = -1;
	for (int n = 1; n < MOST_NUMBERS; n++) {
		char name[128];
		snprintf(name, sizeof name, "%s-%d%s", game, n, ending);
		if (!path_of(name, kept->path) || !ap_cli_make_folders(kept->path))
			return false;
		if (access(kept->path, F_OK) == 0)
			continue;
		kept->lock = lock(kept->path);
		if (kept->lock >= 0 && access(kept->path, F_OK) != 0)
			return true;
		if (kept->lock >= 0)
			unlock(kept->path, kept->lock);
	}
	kept->lock = -1;
	return false;
}

bool ap_kept_take(const char *name, ap_kept_game *kept)
{
	assert(name && kept);
	kept->lock = path_of(name, kept->path) ? lock(kept->path) : -1;
	if (kept->lock < 0)
		return false;
	if (access(kept->path, F_OK) == 0)
		return true;
	ap_kept_end(kept, false);
	return false;
}

void ap_kept_end(ap_kept_game *kept, bool forget)
{
	assert(kept);
	if (kept->lock < 0)
		return;
	if (forget)
		unlink(kept->path);
	unlock(kept->path, kept->lock);
	kept->lock = -1;
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Returns whether it is the name of a record GAME-NUMBER.apr. */
static bool is_of(const char *name, const char *game)
{
	const char *dash = strrchr(name, '-');
	size_t digits = dash ? strspn(dash + 1, "0123456789") : 0;
	if (digits == 0 || strcmp(dash + 1 + digits, ending) != 0)
		return false;
	size_t length = (size_t)(dash - name);
	return !game || (strlen(game) == length && strncmp(name, game, length) == 0);
}

/* Returns whether nobody plays the game. */
static bool is_free(const char *name)
{
	ap_kept_game kept;
	bool taken = ap_kept_take(name, &kept);
	if (taken)
		ap_kept_end(&kept, false);
	return taken;
}

static int by_time(const void *a, const void *b)
{
	const ap_kept_entry *x = a, *y = b;
	if (x->when.tv_sec != y->when.tv_sec)
		return x->when.tv_sec < y->when.tv_sec ? 1 : -1;
	if (x->when.tv_nsec != y->when.tv_nsec)
		return x->when.tv_nsec < y->when.tv_nsec ? 1 : -1;
	return strcmp(x->name, y->name);
}

int ap_kept_list(const char *game, ap_kept_entry out[AP_KEPT_MOST])
{
	assert(out);
	char path[AP_CLI_PATH];
	int count = 0;
	struct dirent *file;
	DIR *folder = path_of("", path) ? opendir(path) : NULL;
	while (folder && count < AP_KEPT_MOST && (file = readdir(folder))) {
		struct stat about;
		ap_kept_entry *entry = &out[count];
		if (!is_of(file->d_name, game) || strlen(file->d_name) >= sizeof entry->name ||
			!path_of(file->d_name, path) || stat(path, &about) != 0 || !is_free(file->d_name))
			continue;
		memcpy(entry->name, file->d_name, strlen(file->d_name) + 1);
		entry->when = about.st_mtim;
		count++;
	}
	if (folder)
		closedir(folder);
	qsort(out, (size_t)count, sizeof *out, by_time);
	return count;
}
