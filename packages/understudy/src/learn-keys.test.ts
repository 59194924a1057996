import { expect, it } from 'vitest';
import { learnAgreement, type RecordedRow } from './testing/learn-agreement.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();

/** Records rooms and their posts in envelopes. A session can be renewed. */
function recordRooms(names: readonly string[], from: number): RecordedRow[] {
  const rows: RecordedRow[] = [];
  const wrap = (type: string, attributes: object, id?: number, relationships?: object) => ({
    data: {
      ...(id === undefined ? {} : { id: String(id) }),
      type,
      attributes,
      ...(relationships ? { relationships } : {}),
    },
  });
  const to = (type: string, id: number) => ({ data: { type, id: String(id) } });
  const tokenOf = (kind: string, index: number) => `${kind}${from}b7c8d9e0f1a2b3c4d5e6${index}`;
  const tokens = (index: number) =>
    wrap('tokens', { accessToken: tokenOf('aa', index), refreshToken: tokenOf('bb', index) });
  const as = (index: number) => ({ authorization: `Bearer ${tokenOf('aa', index)}` });
  const secretOf = (index: number) => `long-secret-${from}-${index}`;
  const shown = (index: number) => wrap('users', { name: names[index], kind: 'member' }, from + index);
  for (const [index, name] of names.entries()) {
    const account = wrap('users', { name, secret: secretOf(index) });
    rows.push(['POST /v2/signup', account, 201, shown(index)], ['POST /v2/tokens', account, 201, tokens(index)]);
    rows.push(['GET /v2/users/me', undefined, 200, shown(index), as(index)]);
  }
  const renewed = names.length;
  rows.push(['POST /v2/tokens/refresh', wrap('tokens', { refreshToken: tokenOf('bb', 0) }), 201, tokens(renewed)]);
  const isOf = (session: number) => (session === renewed ? 0 : session);
  for (let index = 0; index < 6; index += 1) {
    const session = [renewed, 1, 2][index % 3] ?? 0;
    const [owner, other, id] = [isOf(session), (isOf(session) + 1) % 3, from * 3 + index];
    const room = { topic: `Topic ${index}`, posts: 0 };
    const show = () => wrap('rooms', { ...room }, id, { owner: to('users', from + owner) });
    rows.push(['POST /v2/rooms', wrap('rooms', { topic: room.topic }), 201, show(), as(session)]);
    rows.push(['GET /v2/users/me', undefined, 200, shown(owner), as(session)]);
    const post = { text: `Post ${index}` };
    const posted = wrap('posts', post, from * 9 + index, { author: to('users', from + other), room: to('rooms', id) });
    rows.push([`POST /v2/rooms/${id}/posts`, wrap('posts', post), 201, posted, as(other)]);
    room.posts += 1;
    rows.push([`GET /v2/rooms/${id}/posts`, undefined, 200, { data: [posted.data] }, as(other)]);
    rows.push([`GET /v2/rooms/${id}`, undefined, 200, show(), as(other)]);
    rows.push([`PATCH /v2/rooms/${id}`, wrap('rooms', { topic: 'Mine' }), 403, { error: 'no owner' }, as(other)]);
    room.topic = `New ${index}`;
    rows.push([`PATCH /v2/rooms/${id}`, wrap('rooms', { topic: room.topic }), 200, show(), as(session)]);
    room.posts += 1;
    rows.push([`POST /v2/rooms/${id}/bump`, undefined, 200, show(), as(other)]);
  }
  return rows;
}

it('learns records in envelopes, their owners, and who has renewed a session', async () => {
  const [first, second] = [recordRooms(['ruth', 'sami', 'tess'], 500), recordRooms(['otto', 'pia', 'kim'], 7100)];
  const { causes, relations } = await learnAgreement(await folderWith(), first, second);
  expect(causes).toEqual([]);
  expect([relations.held, relations.all > 50]).toEqual([relations.all, true]);
}, 120_000);

/** Records readers, who register for an address, books with keys of the client, and loans with numbers. */
function recordShelf(names: readonly string[], from: number): RecordedRow[] {
  const rows: RecordedRow[] = [];
  const cookieOf = (index: number) => `shelf_sid=${`${from}c${index}d7e6f5a4b3`.repeat(3)}`;
  const as = (index: number) => ({ cookie: cookieOf(index) });
  const readers = names.map((name, index) => ({ readerNo: from + index, email: `${name}@shelf.test` }));
  for (const [index, { readerNo, email }] of readers.entries()) {
    const account = { email, password: `long-${from}-${index}` };
    rows.push(['POST /register', account, 303, undefined, {}, { location: `/readers/${readerNo}` }]);
    const cookie = { 'set-cookie': `${cookieOf(index)}; Path=/; HttpOnly` };
    rows.push(['POST /login', account, 200, { readerNo }, {}, cookie]);
    rows.push([`GET /readers/${readerNo}`, undefined, 200, { readerNo, email }, as(index)]);
    rows.push([`GET /readers/${from + 99 + index}`, undefined, 404, { error: 'no reader' }, as(index)]);
  }
  for (let index = 0; index < 6; index += 1) {
    const [by, isbn] = [index % 3, `978${from * 1000 + index * 7}`];
    const book = { title: `Book ${index}`, copies: 2 };
    rows.push([`PUT /books/${isbn}`, book, 201, { isbn, ...book, lent: 0 }, as(by)]);
    rows.push([`PUT /books/${isbn}`, { ...book, copies: 3 }, 200, { isbn, ...book, copies: 3, lent: 0 }, as(by)]);
    const loan = { loanNo: `L${from * 2 + index}`, isbn, title: book.title, readerNo: from + by, state: 'out' };
    rows.push(['POST /loans', { isbn }, 201, loan, as(by)]);
    rows.push([`GET /books/${isbn}`, undefined, 200, { isbn, ...book, copies: 3, lent: 1 }, as(by)]);
    rows.push([`GET /loans/${loan.loanNo}`, undefined, 200, loan, as(by)]);
    rows.push([`GET /loans/${loan.loanNo}`, undefined, 403, { error: 'not yours' }, as((by + 1) % 3)]);
    rows.push([`POST /loans/${loan.loanNo}/return`, undefined, 200, { ...loan, state: 'back' }, as(by)]);
    rows.push([`POST /loans/${loan.loanNo}/return`, undefined, 409, { error: 'returned' }, as(by)]);
  }
  return rows;
}

it('learns keys by other names, keys that clients choose, and records whose creation only shows their address', async () => {
  const [first, second] = [recordShelf(['ruth', 'sami', 'tess'], 500), recordShelf(['otto', 'pia', 'kim'], 7100)];
  const { causes, relations } = await learnAgreement(await folderWith(), first, second);
  expect(causes).toEqual([]);
  expect([relations.held, relations.all > 50]).toEqual([relations.all, true]);
}, 120_000);

/** Records vets and treatments with the same small numbers, and visits that name both. */
function recordVisits(from: number): RecordedRow[] {
  const vets = ['Okafor', 'Moreau', 'Tanaka'].map((title, index) => ({ id: index + 1, title, room: `R${index}` }));
  const treatments = [4500, 3200, 12_500, 18_000].map((cents, index) => ({ id: index + 1, code: `T${index}`, cents }));
  const rows: RecordedRow[] = [
    ['GET /vets', undefined, 200, { vets }],
    ['GET /treatments', undefined, 200, { treatments }],
  ];
  for (let index = 0; index < 8; index += 1) {
    const [vet, treatment, id] = [vets[(index * 2) % 3], treatments[index % 4], from + index];
    const sent = { vetId: vet?.id, treatmentId: treatment?.id, reason: `Reason ${index}` };
    const visit = { id, ...sent, vetTitle: vet?.title, cents: treatment?.cents };
    rows.push(['POST /visits', { visit: sent }, 201, { visit }], [`GET /visits/${id}`, undefined, 200, { visit }]);
  }
  return rows;
}

it('tells resources apart whose records have the same small numbers', async () => {
  const { causes, relations, values } = await learnAgreement(await folderWith(), recordVisits(500), recordVisits(7100));
  expect(causes).toEqual([]);
  expect(relations.held).toBe(relations.all);
  expect(values.held / values.all).toBeGreaterThan(0.95);
}, 120_000);
