/* disk_reserve.c: see disk_reserve.h. */
#include "server/disk_reserve.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { BLOCK = 512 }; /* bytes of a block that stat() counts */

static bool name_of(const char *path, char *out, size_t size)
{
	return snprintf(out, size, "%s-reserve", path) < (int)size;
}

/* A file with holes keeps nothing: so its blocks count, not its length. */
static bool is_kept(int fd)
{
	struct stat is;
	return fstat(fd, &is) == 0 && (long long)is.st_blocks * BLOCK >= SV_RESERVE;
}

bool sv_keep_reserve(const char *path)
{
	assert(path);
	char name[520];
	if (!name_of(path, name, sizeof name))
		return false;
	int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
	if (fd < 0)
		return false;
	bool kept = is_kept(fd) || posix_fallocate(fd, 0, SV_RESERVE) == 0;
	close(fd);
	if (!kept)
		unlink(name); /* half a reserve would only be in the way */
	return kept;
}

bool sv_has_room(const char *path)
{
	assert(path);
	enum { ENOUGH = 1 << 20 };
	struct statvfs disk;
	return statvfs(path, &disk) != 0 || (unsigned long long)disk.f_bavail * disk.f_frsize >= ENOUGH;
}

bool sv_release_reserve(const char *path)
{
	assert(path);
	char name[520];
	return name_of(path, name, sizeof name) && unlink(name) == 0;
}
