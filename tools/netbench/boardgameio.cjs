// A boardgame.io server with a game of the same shape: two boards of one shuffle, hidden cards left out of each view.
const { Server, Origins } = require('boardgame.io/server');
const { ActivePlayers } = require('boardgame.io/core');

const board = () => {
  const pack = [...Array(52).keys()];
  const columns = [];
  for (let at = 0, size = 1; size <= 7; size++) columns.push(pack.slice(at, (at += size)));
  return { columns, down: [0, 1, 2, 3, 4, 5, 6], stock: pack.slice(28), waste: [], recycles: 0, score: 0 };
};
const hide = (cards, count) => cards.map((card, at) => (at < count ? null : card));
const game = {
  name: 'default',
  setup: () => ({ boards: { 0: board(), 1: board() } }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    draw: {
      client: false,
      ignoreStaleStateID: true,
      move: ({ G, playerID }) => {
        const mine = G.boards[playerID];
        if (mine.stock.length) mine.waste.push(...mine.stock.splice(-3).reverse());
        else {
          mine.stock = mine.waste.reverse();
          mine.waste = [];
          mine.recycles += 1;
        }
      },
    },
  },
  playerView: ({ G, playerID }) => {
    const mine = G.boards[playerID];
    if (!mine) return {};
    return {
      ...mine,
      columns: mine.columns.map((column, at) => hide(column, mine.down[at])),
      stock: mine.stock.length,
      waste: hide(mine.waste, mine.waste.length - 3),
    };
  },
};
Server({ games: [game], origins: [Origins.LOCALHOST] })
  .run({ port: Number(process.argv[2]), lobbyConfig: { apiPort: Number(process.argv[3]) } })
  .then(() => console.log('serving'));
