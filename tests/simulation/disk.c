/* disk.c: see disk.h. */
#include "simulation/disk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

enum { EVERY = 100000, REMOVED = -1 };

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	uint64_t word;
	for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
		memcpy(&word, at, sizeof word);
		hash = (hash ^ word) * 0x9fb21c651e98df25u;
		hash ^= hash >> 32;
	}
	for (; size > 0; size--)
		hash = (hash ^ *at++) * 0x100000001b3u;
	return hash;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static void resize(disk_bytes *b, int64_t size)
{
	if (size > b->room) {
		b->room = 2 * size;
		b->at = ap_reallocate(b->at, (size_t)b->room, 1);
	}
	if (size > b->size)
		memset(b->at + b->size, 0, (size_t)(size - b->size));
	b->size = size;
}

static void put(disk_bytes *b, const void *bytes, int64_t size, int64_t at)
{
	if (at + size > b->size)
		resize(b, at + size);
	if (size > 0)
		memcpy(b->at + at, bytes, (size_t)size);
}

static void copy_bytes(disk_bytes *to, const disk_bytes *from)
{
	to->size = 0;
	put(to, from->at, from->size, 0);
}

/* ---- The disk -------------------------------------------------------------------------------- */

void disk_open(disk *d, uint64_t seed)
{
	assert(d);
	memset(d, 0, sizeof *d);
	ap_seed(&d->rng, seed, 11);
	disk_register(d);
}

static void forget_regions(disk_file *f)
{
	while (f->regions > 0)
		free(f->region[--f->regions]);
	memset(f->region_shared, 0, sizeof f->region_shared);
	memset(f->region_exclusive, 0, sizeof f->region_exclusive);
}

void disk_close(disk *d)
{
	assert(d);
	for (int i = 0; i < DISK_FILES; i++) {
		assert(d->file[i].users == 0);
		forget_regions(&d->file[i]);
		free(d->file[i].seen.at);
		free(d->file[i].safe.at);
	}
	for (int i = 0; i < d->unsynced_count; i++)
		free(d->unsynced[i].bytes);
	free(d->unsynced);
}

void disk_copy(disk *d, const disk *from)
{
	assert(d && from && !d->file[0].exists);
	for (int i = 0; i < DISK_FILES; i++) {
		if (!from->file[i].exists)
			continue;
		disk_file *f = disk_make(d, from->file[i].name);
		copy_bytes(&f->seen, &from->file[i].seen);
		copy_bytes(&f->safe, &f->seen);
		f->is_safe = true;
	}
}

void disk_heal(disk *d)
{
	assert(d);
	memset(&d->faults, 0, sizeof d->faults);
	d->is_full = d->lies = false;
	d->stops_at = 0;
}

bool disk_begin(disk *d, const disk_file *f, int what, int64_t at, int64_t size, int chance)
{
	assert(d);
	if (d->has_stopped || d->is_judged)
		return !d->has_stopped;
	int64_t facts[] = {what, f ? f - d->file : -1, at, size};
	d->hash = hash_bytes(d->hash, facts, sizeof facts);
	d->has_stopped = ++d->operations == d->stops_at;
	bool fails = chance > 0 && (int)ap_below(&d->rng, EVERY) < chance;
	d->failed += fails;
	return !d->has_stopped && !fails;
}

/* ---- Files ----------------------------------------------------------------------------------- */

disk_file *disk_find(disk *d, const char *name)
{
	assert(d && name);
	for (int i = 0; i < DISK_FILES; i++)
		if (d->file[i].exists && *name && strcmp(d->file[i].name, name) == 0)
			return &d->file[i];
	return NULL;
}

disk_file *disk_make(disk *d, const char *name)
{
	assert(d && name && strlen(name) < DISK_NAME);
	disk_file *f = NULL;
	/* One that was removed, and may come back when the power fails, is used again. */
	for (int i = 0; i < DISK_FILES && *name; i++)
		if (!d->file[i].exists && strcmp(d->file[i].name, name) == 0)
			f = &d->file[i];
	for (int i = 0; i < DISK_FILES && !f; i++)
		if (!d->file[i].exists && !d->file[i].name[0] && d->file[i].users == 0)
			f = &d->file[i];
	assert(f);
	strcpy(f->name, name);
	f->exists = true;
	f->seen.size = 0;
	return f;
}

static void note(disk *d, disk_file *f, const void *bytes, int64_t size, int64_t at)
{
	if (!f->name[0]) /* a temporary file is gone when the power fails */
		return;
	if (d->unsynced_count == d->unsynced_room) {
		d->unsynced_room = d->unsynced_room ? 2 * d->unsynced_room : 64;
		d->unsynced = ap_reallocate(d->unsynced, (size_t)d->unsynced_room, sizeof *d->unsynced);
	}
	disk_write *w = &d->unsynced[d->unsynced_count++];
	*w = (disk_write){.file = f, .at = at, .size = size, .moment = d->moments};
	if (!bytes)
		return;
	w->bytes = ap_allocate((size_t)size, 1);
	memcpy(w->bytes, bytes, (size_t)size);
}

static void arrive(const disk_write *w)
{
	w->file->is_safe = w->at != REMOVED;
	if (w->bytes)
		put(&w->file->safe, w->bytes, w->size, w->at);
	else
		resize(&w->file->safe, w->at == REMOVED ? 0 : w->at);
}

/* Drops what was written to a file, or to all if it is NULL; does it first, if `arrives`. */
static void settle(disk *d, const disk_file *f, bool arrives)
{
	int kept = 0;
	for (int i = 0; i < d->unsynced_count; i++) {
		disk_write *w = &d->unsynced[i];
		if (f && w->file != f) {
			d->unsynced[kept++] = *w;
			continue;
		}
		if (arrives)
			arrive(w);
		free(w->bytes);
	}
	d->unsynced_count = kept;
}

/* SQLite has the folder synced where it matters, so the name is gone at once; but if the disk lies
 * it can come back. */
void disk_remove(disk *d, disk_file *f)
{
	assert(d && f);
	f->exists = false;
	f->seen.size = 0;
	if (d->lies) {
		note(d, f, NULL, 0, REMOVED);
		return;
	}
	settle(d, f, false);
	f->is_safe = false;
	f->safe.size = 0;
}

/* A write that fails may have been done in part. */
bool disk_write_at(disk *d, disk_file *f, const void *bytes, int64_t size, int64_t at)
{
	assert(d && f && bytes && size > 0);
	bool stopped = d->has_stopped;
	if (!d->is_judged && ap_below(&d->rng, EVERY) < (uint32_t)d->faults.full)
		d->is_full = true;
	bool done = disk_begin(d, f, 'w', at, size, d->faults.write);
	d->hash = stopped ? d->hash : hash_bytes(d->hash, bytes, (size_t)size);
	if (stopped)
		return false;
	if (done && d->is_full && at + size > f->seen.size)
		done = false;
	if (!done)
		size = size / DISK_SECTOR * (int64_t)ap_below(&d->rng, 9) / 8 * DISK_SECTOR;
	if (!done && d->is_full && at + size > f->seen.size)
		size = 0;
	if (size > 0) {
		put(&f->seen, bytes, size, at);
		note(d, f, bytes, size, at);
	}
	return done;
}

bool disk_cut(disk *d, disk_file *f, int64_t size)
{
	assert(d && f && size >= 0);
	if (!disk_begin(d, f, 't', size, 0, d->faults.truncate))
		return false;
	resize(&f->seen, size);
	note(d, f, NULL, 0, size);
	return true;
}

/* A sync that fails may have done its work for some of the writes. Those that it has not are
 * forgotten by the system as well: the next sync says nothing of them, as on Linux. */
static void fail_sync(disk *d, const disk_file *f)
{
	int kept = 0;
	for (int i = 0; i < d->unsynced_count; i++) {
		disk_write *w = &d->unsynced[i];
		uint32_t fate = w->file == f ? ap_below(&d->rng, 3) : 2;
		if (fate == 2) {
			d->unsynced[kept++] = *w;
			continue;
		}
		if (fate == 1)
			arrive(w);
		free(w->bytes);
	}
	d->unsynced_count = kept;
}

bool disk_sync(disk *d, disk_file *f)
{
	assert(d && f);
	bool stopped = d->has_stopped;
	if (!disk_begin(d, f, 's', 0, 0, d->faults.sync)) {
		if (!stopped && !d->has_stopped && !d->lies)
			fail_sync(d, f);
		return false;
	}
	d->moments++;
	d->lies = d->lies || ap_below(&d->rng, EVERY) < (uint32_t)d->faults.lie;
	if (!d->lies) {
		settle(d, f, true);
		f->is_safe = true;
	}
	return true;
}

/* ---- After the disk has stopped -------------------------------------------------------------- */

/* Any sectors of what was not synced arrive. Sometimes all of it, or nothing. */
static void lose_some(disk *d)
{
	uint32_t how = ap_below(&d->rng, 4);
	for (int i = 0; i < d->unsynced_count; i++) {
		const disk_write *w = &d->unsynced[i];
		if (how == 1 || (!w->bytes && how > 1 && ap_below(&d->rng, 2)))
			arrive(w);
		for (int64_t at = 0; how > 1 && w->bytes && at < w->size; at += DISK_SECTOR) {
			int64_t size = w->size - at < DISK_SECTOR ? w->size - at : DISK_SECTOR;
			disk_write sector = {.file = w->file, .at = w->at + at, .size = size};
			sector.bytes = w->bytes + at;
			if (ap_below(&d->rng, 2))
				arrive(&sector);
		}
	}
}

/* Everything is as it was at one of the syncs that were none, or before all of them. */
static void lose_since_a_moment(disk *d)
{
	int first = d->unsynced_count > 0 ? d->unsynced[0].moment : d->moments;
	int kept = first + (int)ap_below(&d->rng, (uint32_t)(d->moments - first + 1));
	for (int i = 0; i < d->unsynced_count && d->unsynced[i].moment < kept; i++)
		arrive(&d->unsynced[i]);
	d->lost_synced = d->lost_synced || (kept < d->moments && !d->lies_secretly);
}

void disk_restart(disk *d, bool power)
{
	assert(d);
	d->has_stopped = false;
	d->stops_at = 0;
	for (int i = 0; i < DISK_FILES; i++) {
		assert(d->file[i].users == 0);
		forget_regions(&d->file[i]);
	}
	if (!power)
		return;
	if (d->lies)
		lose_since_a_moment(d);
	else
		lose_some(d);
	settle(d, NULL, false);
	d->lies = false;
	for (int i = 0; i < DISK_FILES; i++) {
		disk_file *f = &d->file[i];
		f->exists = f->is_safe;
		copy_bytes(&f->seen, &f->safe);
	}
}
