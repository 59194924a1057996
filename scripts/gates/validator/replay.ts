import { createServer } from 'node:http';
import type { Answer } from './answer.ts';
import { listen } from './listen.ts';

/** Gives answers once more. */
export interface Replay {
  readonly url: string;
  /** Keeps an answer; returns the value of the header that brings it back, once. */
  keep(answer: Answer): string;
}

/** Header by which an answer is asked for. */
export const exchangeHeader = 'x-exchange';

/** Headers about one connection, which the next one has its own of. */
const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** A server that gives answers once more, as they stand: what Prism sees as its upstream. */
export async function startReplay(): Promise<Replay> {
  const answers = new Map<string, Answer>();
  let last = 0;
  const server = createServer((request, response) => {
    const id = String(request.headers[exchangeHeader]);
    const answer = answers.get(id);
    answers.delete(id);
    request.resume();
    if (answer === undefined) {
      response.writeHead(500).end(`There is no answer ${id}.`);
      return;
    }
    const headers = Object.entries(answer.headers).filter(([name]) => !ofTheConnection.has(name));
    response.writeHead(answer.status, Object.fromEntries(headers));
    response.end(answer.body);
  });
  return {
    url: await listen(server),
    keep(answer) {
      const id = String(++last);
      answers.set(id, answer);
      return id;
    },
  };
}
