/* cards.h: when a bot of Kremlin plays an Intrigue card, and at whom. */
#ifndef APPARAT_KREMLIN_BOTS_CARDS_H
#define APPARAT_KREMLIN_BOTS_CARDS_H

#include "outlook.h"

/* Returns what it is worth to announce this card in the present round, compared with keeping it. */
int kr_judge_play(const outlook *o, int card);
/* Returns the worth of a target, or of another decision while a card is resolved. */
int kr_judge_card(const outlook *o, ap_action a);

#endif
