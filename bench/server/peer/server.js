// server.js: boardgame.io's server with one small game, on loopback.
//
//   node server.js memory|FOLDER      prints "listening on PORT"
//
// "memory" is the default storage of boardgame.io, which writes nothing to disk; with a FOLDER it uses
// its FlatFile storage, which writes a file for each move and syncs none.
"use strict";

const { Server, FlatFile } = require("boardgame.io/server");
const { PlayerView, INVALID_MOVE } = require("boardgame.io/core");

const HAND = 5;

// Four players with secret hands and scores; a turn is to play a card and draw one. The game never
// ends, so that no time is spent on new matches.
const game = {
	name: "bench",
	minPlayers: 4,
	maxPlayers: 4,
	setup: ({ ctx, random }) => {
		const players = {};
		for (let i = 0; i < ctx.numPlayers; i++)
			players[i] = { hand: Array.from({ length: HAND }, () => random.Die(20)) };
		return { players, scores: Array(ctx.numPlayers).fill(0), table: [] };
	},
	turn: { minMoves: 1, maxMoves: 1 },
	moves: {
		play: {
			client: false,
			move: ({ G, playerID, random }, card) => {
				const hand = G.players[playerID].hand;
				if (!(card >= 0 && card < hand.length)) return INVALID_MOVE;
				G.table.push(hand[card]);
				if (G.table.length > 8) G.table.shift();
				G.scores[playerID] += hand[card];
				hand.splice(card, 1);
				hand.push(random.Die(20));
			},
		},
	},
	playerView: PlayerView.STRIP_SECRETS,
};

const where = process.argv[2];
const options = { games: [game], origins: ["http://127.0.0.1"] };
if (where !== "memory") options.db = new FlatFile({ dir: where, logging: false });
const server = Server(options);

// Without this it would listen on all addresses.
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, "127.0.0.1", done);

server.run(0).then(({ appServer }) => {
	console.log(`listening on ${appServer.address().port}`);
});
