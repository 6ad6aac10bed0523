// relay.mjs: a relay between a page and the server, for tests: it can hold messages back, change or add some, answer
// requests of the page in the server's place, and knows what the page has sent.

/** Stands between a page and the server. */
export class Relay {
  /** What the page has sent, and what is held back. */
  sent = [];
  held = [];
  isFrozen = false;
  /** Changes or swallows (null) a message of the server. */
  rewrite = (message) => message;
  /** Answers a request of the page in the server's place; undefined: the server gets it. */
  answer = () => undefined;
  table = null;

  async stand(page) {
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      this.toPage = (message) => socket.send(JSON.stringify(message));
      socket.onMessage((text) => {
        const message = JSON.parse(text);
        this.sent.push(message);
        const answer = this.answer(message);
        if (answer) this.toPage({ id: message.id, table: message.table, ...answer });
        else server.send(text);
      });
      server.onMessage((text) => {
        const message = this.rewrite(JSON.parse(text));
        if (message?.type === "table") this.table = message;
        if (message?.type === "change") {
          const events = [...this.table.events, ...message.events];
          const count = this.table.event_count + message.events.length;
          this.table = { ...this.table, open: message.open, ask: message.ask, events, event_count: count };
        }
        if (this.isFrozen) this.held.push(message);
        else if (message) this.toPage(message);
      });
    });
  }

  /** Sends the page a change in which these events have happened. */
  change(events, more = {}) {
    const { table, open = null, ask = null, deadline = null } = { ...this.table, ...more };
    const { situation = [] } = more;
    this.toPage({ type: "change", table, view: {}, figures: {}, situation, events, open, ask, deadline });
  }

  thaw() {
    this.isFrozen = false;
    for (const message of this.held.splice(0)) this.toPage(message);
  }

  acts = () => this.sent.filter(({ type }) => type === "act").map(({ action }) => action);
}
