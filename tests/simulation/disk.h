/* disk.h: a disk in memory that fails on demand, and SQLite's way to it (vfs.c).
 *
 * What is written is seen by whoever reads at once, as through the cache of a system; it is safe
 * only when it was synced. Each operation may fail, by chance from the seed. When the power fails,
 * of what was written since a file was last synced any sectors may have arrived and others not.
 *
 * A disk may lie: it says that it has synced and has not. When the power fails then, everything is
 * as it was at an earlier moment, and no program can do anything about it; disk_lost_synced() says
 * that this has happened. */
#ifndef APPARAT_TESTS_SIMULATION_DISK_H
#define APPARAT_TESTS_SIMULATION_DISK_H

#include <stdbool.h>
#include <stdint.h>

#include "apparat/apparat.h"

enum {
	DISK_FILES = 16,
	DISK_NAME = 96,
	DISK_SECTOR = 512,
	DISK_REGIONS = 32, /* of memory that connections share, 32 KiB each */
	DISK_LOCKS = 8     /* on that memory */
};

typedef struct disk_bytes {
	unsigned char *at;
	int64_t size, room;
} disk_bytes;

typedef struct disk_file {
	char name[DISK_NAME]; /* "": a temporary file */
	bool exists;          /* as programs see it */
	int users;            /* how often it is open */
	disk_bytes seen, safe;
	bool is_safe;         /* it exists after the power has failed */
	int shared, reserved; /* locks on the file: how many share it, and who will write */
	bool pending, exclusive;
	unsigned char *region[DISK_REGIONS];
	int regions, region_users;
	int region_shared[DISK_LOCKS];
	bool region_exclusive[DISK_LOCKS];
} disk_file;

/* Something that was written, and not synced. */
typedef struct disk_write {
	disk_file *file;
	int64_t at, size;     /* `at` is the new size if `bytes` is NULL; -1: the file was removed */
	unsigned char *bytes; /* NULL: the file was cut, or enlarged */
	int moment;           /* how many syncs there had been */
} disk_write;

/* How likely something is to go wrong, in a hundred thousand operations. */
typedef struct disk_faults {
	int write, sync, truncate, open, lock;
	int lie;  /* for a sync: this one and those after it do nothing, while it says that they do */
	int full; /* for a write: nothing more fits, until disk_heal() */
} disk_faults;

typedef struct disk {
	disk_file file[DISK_FILES];
	disk_write *unsynced;
	int unsynced_count, unsynced_room;
	ap_rng rng;
	disk_faults faults;
	int stops_at;     /* the operation at which everything stops; 0: never */
	int operations;   /* how many there were */
	int moments;      /* syncs that said they had worked */
	bool has_stopped; /* nothing works any more, and nothing changes */
	bool is_judged;   /* the judge reads: nothing fails, and nothing counts */
	bool is_full, lies;
	bool lost_synced;           /* see above */
	bool lies_secretly;         /* a planted defect: it does not admit what it has lost */
	int failed;                 /* operations that failed by chance */
	uint64_t hash;              /* of everything that was done with it */
	int64_t (*now)(void *self); /* the hour of the day */
	void *self;
} disk;

/* Makes a disk with nothing on it. SQLite uses the one that was opened last. */
void disk_open(disk *d, uint64_t seed);
void disk_close(disk *d);

/* Puts on an empty disk what another one has, synced. */
void disk_copy(disk *d, const disk *from);

/* Nothing fails by chance from now on, until `faults` are set again. */
void disk_heal(disk *d);

/* After the disk has stopped, and everybody has closed his files: works again. `power`: the power
 * had failed; otherwise only the program was killed, and what it had written is there. */
void disk_restart(disk *d, bool power);

/* ---- For vfs.c ------------------------------------------------------------------------------- */

/* Counts an operation, which is part of the hash. Returns false if it must fail: because the disk
 * has stopped, stops now, or by chance. */
bool disk_begin(disk *d, const disk_file *f, int what, int64_t at, int64_t size, int chance);

disk_file *disk_find(disk *d, const char *name);
disk_file *disk_make(disk *d, const char *name);
void disk_remove(disk *d, disk_file *f);
bool disk_write_at(disk *d, disk_file *f, const void *bytes, int64_t size, int64_t at);
bool disk_cut(disk *d, disk_file *f, int64_t size);
bool disk_sync(disk *d, disk_file *f);

/* Makes disk_open()'s disk SQLite's own. */
void disk_register(disk *d);

/* Bytes into a hash: eight at a time, since there are many. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
