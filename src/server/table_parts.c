/* table_parts.c: what few tables have, or not for all seats. There are many tables, so that it has
 * memory only where it is needed. */
#include "server/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

void sv_set_setup(sv_table *t, const ap_setup *setup)
{
	assert(t && !t->seat && setup && setup->players > 0 && setup->players <= AP_MAX_SEATS);
	t->setup = *setup;
	t->seat = ap_allocate(setup->players, sizeof *t->seat);
}

void sv_add_pace(sv_table *t, const sv_pace *pace)
{
	assert(t && pace && pace->seat < t->setup.players);
	if (!t->pace)
		t->pace = ap_allocate(t->setup.players, sizeof *t->pace);
	t->pace[pace->seat][t->paces[pace->seat]++ % SV_PACES] = *pace;
}

void sv_add_removed(sv_table *t, int64_t person)
{
	assert(t);
	if (!t->removed)
		t->removed = ap_allocate(SV_MAX_REMOVED, sizeof *t->removed);
	if (t->removed_count == SV_MAX_REMOVED)
		memmove(t->removed, t->removed + 1, (size_t)--t->removed_count * sizeof t->removed[0]);
	t->removed[t->removed_count++] = person;
}

void sv_add_rule_change(sv_table *t, sv_rule_change change)
{
	assert(t);
	if (!t->change)
		t->change = ap_allocate(SV_MAX_RULE_CHANGES, sizeof *t->change);
	if (t->changes == SV_MAX_RULE_CHANGES)
		memmove(t->change, t->change + 1, (size_t)--t->changes * sizeof t->change[0]);
	t->change[t->changes++] = change;
}

sv_order *sv_orders_of(sv_table *t, int seat)
{
	assert(t && seat >= 0 && seat < AP_MAX_SEATS);
	if (!t->order)
		t->order = ap_allocate(AP_MAX_SEATS, sizeof *t->order);
	return t->order[seat];
}

void sv_free_parts(sv_table *t)
{
	assert(t);
	free(t->seat);
	free(t->order);
	free(t->pace);
	free(t->removed);
	free(t->change);
}
