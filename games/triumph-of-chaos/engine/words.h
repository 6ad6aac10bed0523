/* words.h: the verbs and events of Triumph of Chaos, with what their arguments name. A verb means
 * one thing everywhere; which step takes which is in steps.h. */
#ifndef APPARAT_TRIUMPH_WORDS_H
#define APPARAT_TRIUMPH_WORDS_H

/* In the order in which legal lists have them. */
enum {
	V_SEAL,        /* how the other sees what is put together in secret */
	V_LOT_SEAT,    /* seat */
	V_LOT_REGION,  /* region */
	V_LOT_FACTION, /* faction */
	V_LOT_UNIT,    /* unit */
	V_DRAW,        /* card: masked for the other */
	V_CHIT,        /* chit */
	V_DISCARD,     /* card */
	V_DIE,         /* number */
	V_TURN,        /* pcard */
	V_OPEN,        /* card: one that lies in a Political Box */
	V_BID,         /* side number: masked until it is closed */
	V_PLACE,       /* card box: masked until it is opened */
	V_CHOOSE,      /* pcard: masked */
	V_ANNOUNCE,    /* pcard number: the card is masked, its steps are not */
	V_NAME,        /* box */
	V_VETO,
	V_ALLOW,
	V_DECLARE, /* faction */
	V_PLAY,    /* card use */
	V_SPECIAL, /* special */
	V_PASS,
	V_DONE,
	V_READY,
	V_NO_ACT,        /* space */
	V_IDLE,          /* leader */
	V_MOVE_MARKER,   /* space */
	V_COMBAT_MARKER, /* space */
	V_LIFT,          /* space */
	V_PICK,          /* unit */
	V_PICK_LEADER,   /* leader */
	V_GO,            /* space */
	V_STOP,
	V_TRAIN, /* space */
	V_TO,    /* space */
	V_TO_RESERVE,
	V_PUT,       /* unit space */
	V_RESERVE,   /* unit */
	V_LEADER_TO, /* leader space */
	V_ATTACK,    /* space space: target, from */
	V_ALSO,      /* space */
	V_FIGHT,
	V_WITHDRAW,
	V_STAND,
	V_JOIN, /* unit */
	V_JOIN_ALL,
	V_FIRE,
	V_BRING,   /* unit */
	V_LOSE,    /* unit */
	V_RELIEVE, /* unit unit: army, corps */
	V_CANCEL,  /* unit */
	V_RETREAT,
	V_BACK,    /* unit space */
	V_WITH,    /* leader unit */
	V_ADVANCE, /* unit */
	V_FURTHER, /* unit space */
	V_COUNTER, /* space */
	V_PREACH,
	V_REVOLT, /* space */
	V_REVOLT_OFF,
	V_USE,       /* choice */
	V_TARGET,    /* unit */
	V_AT,        /* space */
	V_ON,        /* faction */
	V_INTERRUPT, /* card */
	V_MODIFY,    /* number */
	V_HEAL,      /* unit */
	V_REBUILD,   /* unit */
	V_BUY,       /* leader */
	VERBS
};

enum {
	EV_SET_UP,             /* the map is set up */
	EV_START_MARKERS,      /* number number: those on RED's half of the track, on WHITE's */
	EV_START_UNITS,        /* number number: RED, WHITE, as all of these */
	EV_START_RESERVES,     /* number number */
	EV_START_LEADERS,      /* number number */
	EV_START_SPACES,       /* number number */
	EV_START_CARDS,        /* number number */
	EV_BIDS,               /* seat side number: what each wanted, told when both are in */
	EV_SIDE,               /* seat side: who plays which */
	EV_VP,                 /* side number number: gained, now */
	EV_TURN,               /* number */
	EV_PHASE,              /* phase number */
	EV_ROUND,              /* number side */
	EV_DRAWS,              /* side card: to the seat alone */
	EV_DRAWS_HIDDEN,       /* side: to all others */
	EV_NO_CARD,            /* side: nothing to draw */
	EV_RESHUFFLED,         /* side */
	EV_CHIT,               /* side chit */
	EV_CHIT_SPACE,         /* side space */
	EV_CHIT_STEP,          /* side number */
	EV_CHIT_CARD,          /* side card */
	EV_CHIT_LEADER,        /* side leader */
	EV_CHIT_SPACES,        /* side */
	EV_EXTRA_CARDS,        /* side */
	EV_PLACED,             /* side number: cards in the boxes */
	EV_OPENED,             /* side box card number: worth */
	EV_INFLUENCE_DIE,      /* side box number number: die, worth */
	EV_CARDS_DUE,          /* box number number: chosen, by lot */
	EV_CHOSEN,             /* side box pcard: to the chooser alone */
	EV_CHOSEN_HIDDEN,      /* side box */
	EV_ANNOUNCED,          /* side number */
	EV_TURNED,             /* box pcard */
	EV_PILE_SHUFFLED,      /* box */
	EV_SPECIAL,            /* pcard */
	EV_SPECIALS_DISCARDED, /* box number */
	EV_SPIES_DIE,          /* number side */
	EV_BOX_RENEWED,        /* box number */
	EV_FROZEN,             /* no marker moves */
	EV_INFLUENCE,          /* faction number number: red, white */
	EV_MARKER,             /* faction boxname boxname: from, to */
	EV_MARKER_BARRED,      /* faction boxname card */
	EV_MARKER_HELD,        /* faction side: an army in the land */
	EV_MARKER_STAYS,       /* faction side: WHITE 12, RED 9, the friend of the Central Powers */
	EV_INFLUENCE_LOST,     /* faction number */
	EV_VETO,               /* side faction */
	EV_VETOED_NOT,         /* side faction */
	EV_GAINS,              /* side faction */
	EV_LOSES,              /* side faction */
	EV_OUT_OF_LAND,        /* side unit */
	EV_LEADER_HOME,        /* leader space */
	EV_PUT_ASIDE,          /* unit */
	EV_LEADER_ASIDE,       /* leader */
	EV_NOBODY_AGAIN,       /* faction */
	EV_FORCES,             /* side faction */
	EV_UNIT_PLACED,        /* unit space */
	EV_UNIT_RESERVE,       /* unit */
	EV_UNIT_DEAD,          /* unit */
	EV_UNIT_GONE,          /* unit */
	EV_LEADER_PLACED,      /* leader space */
	EV_LEADER_RESERVE,     /* leader */
	EV_NOT_PLACED,         /* faction */
	EV_FORCES_WAIT,        /* faction */
	EV_FORCES_AT_HOME,     /* faction side */
	EV_LEFT_OUT,           /* unit */
	EV_ESTONIA_LOT,        /* unit */
	EV_LANDS_SHUT,         /* faction */
	EV_USED_CARDS,         /* box number */
	EV_IP_OFF,             /* faction number number */
	EV_BONUS_OPERATION,    /* side */
	EV_WAR,                /* side faction */
	EV_PROTECTOR,          /* side faction */
	EV_NEIGHBOURS,         /* faction side number */
	EV_CALLED_UP,          /* side faction space */
	EV_MAKHNO_DIE,         /* space number */
	EV_MAKHNO_LOYAL,       /* space */
	EV_MAKHNO_REVOLT,      /* space space */
	EV_MAKHNO_OFF,         /* space */
	EV_PLAYS,              /* side card use */
	EV_SPECIAL_ACTION,     /* side special */
	EV_MARKS,              /* side space kind: activated for movement or combat */
	EV_UNMARKS,            /* side space */
	EV_MOVES,              /* unit space space */
	EV_LEADER_MOVES,       /* leader space space */
	EV_OWNER,              /* space owner */
	EV_STOPS,              /* unit space */
	EV_INTERRUPTED_NONE,   /* side */
	EV_NO_ACT_ON,          /* space */
	EV_NO_ACT_OFF,         /* space */
	EV_REDEPLOYED,         /* unit space */
	EV_REDEPLOYED_RESERVE, /* unit */
	EV_LEADER_REDEPLOYED,  /* leader space */
	EV_STEPS_BOOKED,       /* side number number: gained, now */
	EV_FACTION_STEPS,      /* side number number */
	EV_ROUND_OVER,         /* side */
	EV_ATTACK,             /* side space space */
	EV_ALSO,               /* side space */
	EV_PREACH_DIE,         /* number space */
	EV_PREACH_STOPS,       /* space */
	EV_WITHDRAWS,          /* side leader space */
	EV_STANDS,             /* side */
	EV_JOINS,              /* unit */
	EV_BRINGS,             /* leader unit space */
	EV_COLUMN,             /* side number number number: strength, shift, column */
	EV_MODIFIER,           /* side number number */
	EV_FIRES,              /* side number number: die, loss number for the other */
	EV_STEP_LOST,          /* unit number: left of the loss number */
	EV_DESTROYED,          /* unit */
	EV_RELIEVED,           /* unit unit */
	EV_NOT_RELIEVED,       /* unit */
	EV_RETREATS,           /* side number */
	EV_CANCELLED,          /* side unit */
	EV_GOES_BACK,          /* unit space */
	EV_NO_WAY_BACK,        /* unit */
	EV_LEADER_WITH,        /* leader unit */
	EV_ADVANCES,           /* unit space */
	EV_LEADER_ADVANCES,    /* leader space */
	EV_NOBODY_ADVANCES,    /* space */
	EV_FURTHER,            /* unit space */
	EV_COUNTER,            /* side space */
	EV_GREEN_DIES,         /* unit */
	EV_LEADER_DIE,         /* leader number */
	EV_LEADER_DEAD,        /* leader side */
	EV_LEADER_ESCAPES,     /* leader space */
	EV_EVENT,              /* side card */
	EV_USE,                /* side choice */
	EV_EVENT_DIE,          /* card number */
	EV_IP_PUT,             /* side faction number */
	EV_ENABLED,            /* card */
	EV_PERMITTED,          /* card */
	EV_RESTORED,           /* unit */
	EV_MUTINY,             /* unit number */
	EV_MUTINY_FAILS,       /* unit */
	EV_SWITCHED,           /* unit unit */
	EV_SWITCH_FAILS,       /* unit number */
	EV_GREEN_RISES,        /* unit space */
	EV_INFIGHTING,         /* side */
	EV_PASSIVITY,
	EV_DUTY_LIFTED,     /* side */
	EV_CARD_OUT,        /* side card */
	EV_CARD_DISCARDED,  /* side card */
	EV_COMBAT_STOPPED,  /* space */
	EV_NOT_AGAIN,       /* space: others could have attacked it, too */
	EV_CONQUERED,       /* side faction */
	EV_WITHDRAWAL_DIE,  /* faction number number: die, modified */
	EV_WITHDRAWS_POWER, /* faction */
	EV_POWER_STAYS,     /* faction */
	EV_UNFED,           /* side number: units without a chain to a source */
	EV_FED_BY_SEA,      /* number: British units that only a port feeds */
	EV_SPARED,          /* faction number: units without supply */
	EV_ATTRITION,       /* unit */
	EV_CITIES,          /* side number */
	EV_CITY_LEAD,       /* side number */
	EV_DUTY,            /* side number */
	EV_NO_ALLIED_STEPS, /* number: units that get none */
	EV_HEALED,          /* unit number */
	EV_REBUILT,         /* unit */
	EV_BOUGHT,          /* leader space */
	EV_BELARUS_ARMY,    /* unit space */
	EV_STEPS_LOST,      /* side number */
	EV_TURN_OVER,       /* number */
	EV_PENALTY,         /* side card number */
	EV_WINS,            /* side number number */
	EV_SHARED,          /* number */
	EVENTS
};

enum { FOR_MOVEMENT, FOR_COMBAT, MARKER_KINDS }; /* of EV_MARKS */

enum { RED_AHEAD, WHITE_AHEAD, TIE_VP, CAMPAIGN_TURN, REASONS }; /* why it ended */

#endif
