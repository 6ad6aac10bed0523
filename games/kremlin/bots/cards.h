/* cards.h: when a bot of Kremlin plays an Intrigue card, and at whom. */
#ifndef APPARAT_KREMLIN_BOTS_CARDS_H
#define APPARAT_KREMLIN_BOTS_CARDS_H

#include "outlook.h"

/* What announcing this card in the present round is worth, beyond keeping it. */
int kr_judge_play(const outlook *o, int card);
/* Targets and all that is decided while a card is resolved. */
int kr_judge_card(const outlook *o, ap_action a);

#endif
