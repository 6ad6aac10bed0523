/* names.h: the lists of words of Triumph of Chaos, and the tables of the game. */
#ifndef APPARAT_TRIUMPH_NAMES_H
#define APPARAT_TRIUMPH_NAMES_H

#include "game.h"

extern const ap_names tc_seat_words, tc_space_words, tc_unit_words, tc_leader_words, tc_card_words,
	tc_pcard_words, tc_faction_words, tc_choice_words, tc_region_words, tc_chit_words, tc_box_words,
	tc_marker_box_words, tc_phase_words, tc_use_words, tc_special_words, tc_marker_kind_words;
extern const ap_names tc_side_words;  /* red, white */
extern const ap_names tc_party_words; /* or nobody */
extern const ap_names tc_owner_words; /* or the Czech Legion, or the Central Powers */

extern const ap_event_kind tc_event_kinds[];

enum { TC_FIELDS = 73, TC_GRIDS = 4 };
extern const ap_field tc_fields[TC_FIELDS];
extern const ap_grid tc_grids[TC_GRIDS];

#endif
