/* store_lock.c: see store_lock.h. The lock is that of fcntl(): child processes do not inherit it,
 * so it ends with the server even if one of them lives a moment longer. */
#include "server/store_lock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char scheme[] = "sqlite:";

static struct flock whole_file(short type)
{
	return (struct flock){.l_type = type, .l_whence = SEEK_SET};
}

/* Says who has the lock: the process, and the address that it has noted in the file. */
static bool refuse(int file, const char *path, ap_error *error)
{
	char address[128] = "";
	struct flock held = whole_file(F_WRLCK);
	ssize_t length = pread(file, address, sizeof address - 1, 0);
	address[length > 0 ? length : 0] = '\0';
	address[strcspn(address, "\n")] = '\0';
	if (fcntl(file, F_GETLK, &held) != 0 || held.l_type == F_UNLCK)
		held.l_pid = 0;
	if (!address[0])
		return ap_fail(
			error, 0, "%.150s is being served already, by process %ld", path, (long)held.l_pid);
	return ap_fail(error, 0, "%.150s is being served already, by process %ld: open %.100s", path,
		(long)held.l_pid, address);
}

bool sv_lock_store(sv_store_lock *lock, const char *url, ap_error *error)
{
	assert(lock && url && error);
	char path[512];
	lock->file = -1;
	const char *file = strncmp(url, scheme, sizeof scheme - 1) == 0 ? url + sizeof scheme - 1 : "";
	if (!*file || strcmp(file, ":memory:") == 0)
		return true; /* in memory, or no store at all: opening it will say so */
	if (snprintf(path, sizeof path, "%s-lock", file) >= (int)sizeof path)
		return ap_fail(error, 0, "the path of the database is too long");
	lock->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
	if (lock->file < 0)
		return true;
	struct flock wanted = whole_file(F_WRLCK);
	if (fcntl(lock->file, F_SETLK, &wanted) == 0) {
		sv_store_lock_note(lock, "");
		return true;
	}
	if (errno == EACCES || errno == EAGAIN)
		refuse(lock->file, file, error);
	else
		ap_fail(error, 0, "%.200s cannot be locked: %s", path, strerror(errno));
	close(lock->file);
	lock->file = -1;
	return false;
}

void sv_store_lock_note(const sv_store_lock *lock, const char *address)
{
	assert(lock && address);
	char line[128];
	if (lock->file < 0)
		return;
	int length = snprintf(line, sizeof line, "%s\n", address);
	bool noted = ftruncate(lock->file, 0) == 0 && pwrite(lock->file, line, (size_t)length, 0) > 0;
	(void)noted; /* without it a second server is refused all the same */
}

void sv_unlock_store(sv_store_lock *lock)
{
	assert(lock);
	if (lock->file >= 0)
		close(lock->file);
	lock->file = -1;
}
