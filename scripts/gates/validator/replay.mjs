import { createServer } from 'node:http';
import { listen } from './listen.mjs';

/** Header by which an answer is asked for. */
export const exchangeHeader = 'x-exchange';

/** Headers about one connection, which the next one has its own of. */
const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** A server that gives answers once more, as they stand: what Prism sees as its upstream. */
export async function startReplay() {
  const answers = new Map();
  let last = 0;
  const server = createServer((request, response) => {
    const id = request.headers[exchangeHeader];
    const answer = answers.get(id);
    answers.delete(id);
    request.resume();
    const headers = Object.entries(answer.headers).filter(([name]) => !ofTheConnection.has(name));
    response.writeHead(answer.status, Object.fromEntries(headers));
    response.end(answer.body);
  });
  return {
    url: await listen(server),
    /** Keeps an answer; returns the value of the header that brings it back, once. */
    keep(answer) {
      const id = String(++last);
      answers.set(id, answer);
      return id;
    },
  };
}
