import { expect, it } from 'vitest';
import { operationsIn } from './learn-api.js';
import { type RecordedEntry, readExchanges } from './recorded-exchange.js';
import { replayRecording, summarizeReplay } from './replay.js';

type Answer = Pick<RecordedEntry, 'status' | 'responseHeaders' | 'responseBody'>;
type Made = Record<string, unknown>;

/** A service of books, whose ids are of several forms and differ from those of another service. */
function createBooks(salt: number): (method: string, path: string, body?: Made) => Answer {
  const books = new Map<string, Made>();
  const copies: Made[] = [];
  const json = (status: number, body: unknown): Answer => ({
    status,
    responseHeaders: { 'content-type': 'application/json' },
    responseBody: Buffer.from(JSON.stringify(body)),
  });
  return (method, path, body = {}) => {
    const [, , id = '', part] = path.replace('.json', '').split('/');
    if (method === 'POST' && id === '') {
      const code = [...String(salt + books.size)].map((digit) => 'QXZKVBWJGH'[Number(digit)]).join('');
      const pin = String(1000 + ((salt + books.size) % 7919));
      const book = { code, number: salt + books.size * 3, pin, href: `https://books.test/books/${code}.json`, ...body };
      books.set(code, book);
      return json(201, book);
    }
    const book = books.get(id);
    if (book === undefined) return json(404, { code: 'unknown' });
    if (part === undefined) return json(200, book);
    if (part === 'loans') return json(body['pin'] === book['pin'] ? 201 : 403, { pages: body['pages'] });
    if (method === 'POST') copies.push({ id: `copy-${salt}-${copies.length}`, book: id, number: book['number'] });
    return json(200, { copies: copies.filter((copy) => copy['book'] === id) });
  };
}

it('a replay matches a service with the same behavior, even if its ids differ', async () => {
  const recorded = createBooks(4711);
  const entries: RecordedEntry[] = [];
  const send = (method: string, path: string, sent?: Made) => {
    const answer = recorded(method, path, sent);
    const more = sent === undefined ? {} : { requestBody: Buffer.from(JSON.stringify(sent)) };
    const requestHeaders: Record<string, string> = sent === undefined ? {} : { 'content-type': 'application/json' };
    entries.push({ method, url: `https://books.test${path}`, requestHeaders, ...more, ...answer });
    return JSON.parse(Buffer.from(answer.responseBody ?? []).toString());
  };
  for (const title of ['One', 'Two', 'Three']) {
    const { code, pin } = send('POST', '/books', { title, pages: 4714 });
    send('GET', `/books/${code}.json`);
    for (const method of ['POST', 'POST', 'GET']) send(method, `/books/${code}/copies.json`);
    // As many pages as the number of a book.
    send('POST', `/books/${code}/loans`, { pin, pages: 4714 });
    send('GET', '/books/NONE.json');
  }
  const { exchanges } = readExchanges(entries, 0);
  const { operations } = operationsIn(exchanges, undefined);
  const replay = async (other: ReturnType<typeof createBooks>) => {
    const replayed = await replayRecording(
      exchanges,
      async ({ method, path, body }) => other(method, path, body && JSON.parse(Buffer.from(body).toString())),
      (exchange) => operations.find((operation) => operation.exchanges.includes(exchange)),
    );
    const { status, shape, relations, values } = summarizeReplay(replayed);
    return [status, shape, relations.held / relations.all, values.held / values.all];
  };
  expect(operations.map(({ path }) => path)).toContain('/books/{bookId}.json');
  expect(await replay(createBooks(8052))).toEqual([21, 21, 1, 1]);
  const forgetful = createBooks(8052);
  const [, , relations = 1] = await replay((method, path, body) =>
    method === 'GET' && path.includes('copies') ? createBooks(1)('POST', '/books', {}) : forgetful(method, path, body),
  );
  expect(relations).toBeLessThan(1);
});
