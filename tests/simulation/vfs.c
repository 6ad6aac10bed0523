/* vfs.c: SQLite's files on a simulated disk. See disk.h. */
#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/disk.h"
#include "text/memory.h"

enum { REGION = 32 << 10 };

typedef struct open_file {
	sqlite3_file base;
	disk_file *file;
	int lock;                   /* SQLITE_LOCK_.. that it holds */
	bool maps;                  /* it uses the memory that connections share */
	uint32_t shared, exclusive; /* its locks on that memory */
	bool goes;                  /* the file is removed when it is closed */
} open_file;

static disk *the_disk;

static open_file *of(sqlite3_file *f)
{
	return (open_file *)f;
}

/* ---- Reading and writing --------------------------------------------------------------------- */

static int do_read(sqlite3_file *f, void *out, int size, sqlite3_int64 at)
{
	const disk_bytes *b = &of(f)->file->seen;
	if (the_disk->has_stopped)
		return SQLITE_IOERR_READ;
	int64_t there = b->size - at < 0 ? 0 : b->size - at < size ? b->size - at : size;
	if (there > 0)
		memcpy(out, b->at + at, (size_t)there);
	memset((char *)out + there, 0, (size_t)(size - there));
	return there == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int do_write(sqlite3_file *f, const void *bytes, int size, sqlite3_int64 at)
{
	if (disk_write_at(the_disk, of(f)->file, bytes, size, at))
		return SQLITE_OK;
	return the_disk->is_full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int do_truncate(sqlite3_file *f, sqlite3_int64 size)
{
	return disk_cut(the_disk, of(f)->file, size) ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

static int do_sync(sqlite3_file *f, int flags)
{
	(void)flags;
	return disk_sync(the_disk, of(f)->file) ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int do_file_size(sqlite3_file *f, sqlite3_int64 *size)
{
	*size = of(f)->file->seen.size;
	return the_disk->has_stopped ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

/* ---- Locks on the file ----------------------------------------------------------------------- */

static int do_unlock(sqlite3_file *f, int level)
{
	open_file *o = of(f);
	if (o->lock <= level)
		return SQLITE_OK;
	if (o->lock >= SQLITE_LOCK_RESERVED)
		o->file->reserved = 0;
	if (o->lock >= SQLITE_LOCK_PENDING)
		o->file->pending = o->file->exclusive = false;
	if (level == SQLITE_LOCK_NONE)
		o->file->shared--;
	o->lock = level;
	return SQLITE_OK;
}

static int do_lock(sqlite3_file *f, int level)
{
	open_file *o = of(f);
	disk_file *file = o->file;
	if (o->lock >= level)
		return SQLITE_OK;
	if (!disk_begin(the_disk, file, 'l', level, 0, the_disk->faults.lock))
		return the_disk->has_stopped ? SQLITE_IOERR_LOCK : SQLITE_BUSY;
	if (o->lock == SQLITE_LOCK_NONE) {
		if (file->pending || file->exclusive)
			return SQLITE_BUSY;
		file->shared++;
		o->lock = SQLITE_LOCK_SHARED;
	}
	if (level >= SQLITE_LOCK_RESERVED && o->lock < SQLITE_LOCK_RESERVED) {
		if (file->reserved)
			return SQLITE_BUSY;
		file->reserved = 1;
		o->lock = SQLITE_LOCK_RESERVED;
	}
	if (level < SQLITE_LOCK_EXCLUSIVE)
		return SQLITE_OK;
	file->pending = true;
	o->lock = SQLITE_LOCK_PENDING;
	if (file->shared > 1)
		return SQLITE_BUSY;
	file->exclusive = true;
	o->lock = SQLITE_LOCK_EXCLUSIVE;
	return SQLITE_OK;
}

static int do_check_lock(sqlite3_file *f, int *taken)
{
	*taken = of(f)->file->reserved;
	return SQLITE_OK;
}

/* ---- Memory that connections share ----------------------------------------------------------- */

static int do_map(sqlite3_file *f, int region, int size, int extend, void volatile **out)
{
	open_file *o = of(f);
	disk_file *file = o->file;
	if (size != REGION || region >= DISK_REGIONS)
		return SQLITE_IOERR_SHMMAP;
	*out = NULL;
	if (!o->maps)
		file->region_users++;
	o->maps = true;
	if (region >= file->regions && !extend)
		return SQLITE_OK;
	if (region >= file->regions &&
		!disk_begin(the_disk, file, 'm', region, 0, the_disk->faults.open))
		return SQLITE_IOERR_SHMSIZE;
	for (; file->regions <= region; file->regions++)
		file->region[file->regions] = ap_allocate(1, REGION);
	*out = file->region[region];
	return SQLITE_OK;
}

static int take_region_lock(open_file *o, int slot, bool shared)
{
	disk_file *file = o->file;
	uint32_t bit = 1u << slot;
	if (file->region_exclusive[slot] && !(o->exclusive & bit))
		return SQLITE_BUSY;
	if (shared && !(o->shared & bit)) {
		file->region_shared[slot]++;
		o->shared |= bit;
	} else if (!shared) {
		if (file->region_shared[slot] > ((o->shared & bit) != 0))
			return SQLITE_BUSY;
		file->region_exclusive[slot] = true;
		o->exclusive |= bit;
	}
	return SQLITE_OK;
}

static void release_region_lock(open_file *o, int slot)
{
	uint32_t bit = 1u << slot;
	if (o->shared & bit)
		o->file->region_shared[slot]--;
	if (o->exclusive & bit)
		o->file->region_exclusive[slot] = false;
	o->shared &= ~bit;
	o->exclusive &= ~bit;
}

static int do_region_lock(sqlite3_file *f, int first, int count, int flags)
{
	open_file *o = of(f);
	if (flags & SQLITE_SHM_UNLOCK) {
		for (int i = first; i < first + count; i++)
			release_region_lock(o, i);
		return SQLITE_OK;
	}
	if (!disk_begin(the_disk, o->file, 'r', first, count, the_disk->faults.lock))
		return the_disk->has_stopped ? SQLITE_IOERR_SHMLOCK : SQLITE_BUSY;
	for (int i = first; i < first + count; i++)
		if (take_region_lock(o, i, flags & SQLITE_SHM_SHARED) != SQLITE_OK) {
			while (--i >= first)
				release_region_lock(o, i);
			return SQLITE_BUSY;
		}
	return SQLITE_OK;
}

static void do_barrier(sqlite3_file *f)
{
	(void)f;
}

static int do_unmap(sqlite3_file *f, int remove)
{
	open_file *o = of(f);
	if (!o->maps)
		return SQLITE_OK;
	for (int i = 0; i < DISK_LOCKS; i++)
		release_region_lock(o, i);
	o->maps = false;
	if (--o->file->region_users == 0 || remove)
		while (o->file->region_users == 0 && o->file->regions > 0)
			free(o->file->region[--o->file->regions]);
	return SQLITE_OK;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static int do_close(sqlite3_file *f)
{
	open_file *o = of(f);
	do_unmap(f, 0);
	do_unlock(f, SQLITE_LOCK_NONE);
	o->file->users--;
	if (o->goes && !the_disk->has_stopped)
		disk_remove(the_disk, o->file);
	return SQLITE_OK;
}

static int do_control(sqlite3_file *f, int what, void *argument)
{
	(void)f;
	(void)what;
	(void)argument;
	return SQLITE_NOTFOUND;
}

static int do_sector_size(sqlite3_file *f)
{
	(void)f;
	return DISK_SECTOR;
}

static int do_characteristics(sqlite3_file *f)
{
	(void)f;
	return SQLITE_IOCAP_POWERSAFE_OVERWRITE; /* as SQLite takes the disks of Linux to be */
}

static const sqlite3_io_methods methods = {
	.iVersion = 2,
	.xClose = do_close,
	.xRead = do_read,
	.xWrite = do_write,
	.xTruncate = do_truncate,
	.xSync = do_sync,
	.xFileSize = do_file_size,
	.xLock = do_lock,
	.xUnlock = do_unlock,
	.xCheckReservedLock = do_check_lock,
	.xFileControl = do_control,
	.xSectorSize = do_sector_size,
	.xDeviceCharacteristics = do_characteristics,
	.xShmMap = do_map,
	.xShmLock = do_region_lock,
	.xShmBarrier = do_barrier,
	.xShmUnmap = do_unmap,
};

static int do_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *flags_out)
{
	open_file *o = of(f);
	(void)v;
	memset(o, 0, sizeof *o);
	if (!disk_begin(the_disk, NULL, 'o', flags, 0, the_disk->faults.open))
		return SQLITE_CANTOPEN;
	o->file = disk_find(the_disk, name ? name : "");
	if (!o->file && name && !(flags & SQLITE_OPEN_CREATE) && !(flags & SQLITE_OPEN_MAIN_DB))
		return SQLITE_CANTOPEN;
	if (!o->file) /* a store makes the file of its database itself */
		o->file = disk_make(the_disk, name ? name : "");
	o->file->users++;
	o->goes = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
	o->base.pMethods = &methods;
	if (flags_out)
		*flags_out = flags;
	return SQLITE_OK;
}

static int do_delete(sqlite3_vfs *v, const char *name, int sync)
{
	(void)v;
	(void)sync;
	if (!disk_begin(the_disk, NULL, 'd', 0, 0, the_disk->faults.open))
		return SQLITE_IOERR_DELETE;
	disk_file *f = disk_find(the_disk, name);
	if (!f)
		return SQLITE_IOERR_DELETE_NOENT;
	disk_remove(the_disk, f);
	return SQLITE_OK;
}

static int do_access(sqlite3_vfs *v, const char *name, int flags, int *out)
{
	(void)v;
	const disk_file *f = disk_find(the_disk, name);
	*out = f && (flags != SQLITE_ACCESS_EXISTS || f->seen.size > 0);
	return the_disk->has_stopped ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static int do_full_name(sqlite3_vfs *v, const char *name, int size, char *out)
{
	(void)v;
	snprintf(out, (size_t)size, "%s", name);
	return SQLITE_OK;
}

static int do_random(sqlite3_vfs *v, int size, char *out)
{
	(void)v;
	for (int i = 0; i < size; i++)
		out[i] = (char)ap_below(&the_disk->rng, 256);
	return size;
}

static int do_sleep(sqlite3_vfs *v, int microseconds)
{
	(void)v;
	return microseconds;
}

static int do_time(sqlite3_vfs *v, sqlite3_int64 *out)
{
	(void)v;
	*out = 210866760000000 + (the_disk->now ? the_disk->now(the_disk->self) : 0);
	return SQLITE_OK;
}

static int do_last_error(sqlite3_vfs *v, int size, char *out)
{
	(void)v;
	(void)size;
	(void)out;
	return 0;
}

void disk_register(disk *d)
{
	static sqlite3_vfs vfs = {
		.iVersion = 2,
		.szOsFile = sizeof(open_file),
		.mxPathname = DISK_NAME,
		.zName = "simulated",
		.xOpen = do_open,
		.xDelete = do_delete,
		.xAccess = do_access,
		.xFullPathname = do_full_name,
		.xRandomness = do_random,
		.xSleep = do_sleep,
		.xGetLastError = do_last_error,
		.xCurrentTimeInt64 = do_time,
	};
	assert(d);
	the_disk = d;
	sqlite3_vfs_register(&vfs, 1);
	sqlite3_randomness(0, NULL); /* SQLite's own numbers begin anew, from this disk's */
}
