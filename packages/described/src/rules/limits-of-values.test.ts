import { expect, test } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const count = { type: 'integer' };
const moment = { type: 'string', format: 'date-time' };
const states = { type: 'string', enum: ['open', 'guided', 'closed', 'dropped'] };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const refused = (description: string) => ({
  description,
  ...json(object({ code: text, details: { type: 'array', items: object({ field: text, problem: text }) } })),
});

interface Said {
  readonly visits?: string;
  readonly book?: string;
  readonly conflict?: string;
  readonly guide?: string;
  readonly walker?: string;
  readonly remove?: string;
}

/** Describes huts, visits in them with a list of meals, and walkers. */
function describeHuts({ visits = '', book, conflict = 'Refused.', guide = 'Refused.', walker, remove }: Said): object {
  const visit = { hutId: text, guests: count, startsAt: moment, endsAt: moment, shelf: text };
  const meals = { type: 'array', items: object({ dishId: text, quantity: count }) };
  const shown = (schema: object) => ({ description: 'It', ...json(schema) });
  const ofVisit = shown(object({ id: text, ...visit, guide: { type: ['string', 'null'] }, meals, status: states }));
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const create = (sent: object, answer: object, more: object) => ({
    post: {
      requestBody: json(sent),
      responses: { 201: answer, 409: refused('Refused.'), 422: refused('Refused.') },
      ...more,
    },
  });
  const act = (operationId: string, more: object = {}) => ({
    parameters: [id],
    post: { operationId, tags: ['visits'], responses: { 200: ofVisit, 409: refused(guide) }, ...more },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Huts', version: '1' },
    tags: [{ name: 'visits', description: visits }],
    paths: {
      '/huts': create(object({ name: text, beds: count }), shown(object({ id: text, name: text, beds: count })), {}),
      '/dishes': create(object({ name: text }), shown(object({ id: text, name: text })), {}),
      '/dishes/{id}': {
        parameters: [id],
        delete: { operationId: 'removeDish', responses: { 204: { description: 'Gone' }, 409: refused(remove ?? '') } },
      },
      '/huts/{id}': {
        parameters: [id],
        get: { operationId: 'getHut', responses: { 200: shown(object({ id: text, name: text, beds: count })) } },
      },
      '/walkers/{id}': {
        parameters: [id],
        get: { operationId: 'getWalker', responses: { 200: shown(object({ id: text, name: text, birthDate: text })) } },
      },
      '/walkers': create(
        object({ name: text, birthDate: { type: 'string', format: 'date' } }),
        shown(object({ id: text, name: text, birthDate: { type: 'string', format: 'date' } })),
        { operationId: 'addWalker', description: walker },
      ),
      '/visits': create({ type: 'object', properties: { ...visit, meals } }, ofVisit, {
        ...{ operationId: 'bookVisit', tags: ['visits'], description: book },
        responses: {
          201: { ...ofVisit, description: 'An `open` visit' },
          409: refused(conflict),
          422: refused('Refused.'),
        },
      }),
      '/visits/{id}/close': act('closeVisit'),
      '/visits/{id}/guide': act('guideVisit', { requestBody: json(object({ guide: text })) }),
    },
  };
}

async function open(said: Said) {
  const { api } = await describeText('huts', describeHuts(said));
  const call = createSender(await serveDescribed(api));
  const { body: hut } = await call('POST /huts', { name: 'Low', beds: 4 });
  const times = { startsAt: '2026-03-01T10:00:00Z', endsAt: '2026-03-01T12:00:00Z' };
  const book = (more: object = {}) => call('POST /visits', { hutId: hut.id, guests: 2, meals: [], ...times, ...more });
  return { call, book };
}

test.each([
  'Nobody is under a table – more `guests` than the hut has beds is a 422 `too_small`.',
  'More guests than the hut has `beds` get 422 `too_small`.',
  '* More `guests` than the hut can sleep is not the point; more `guests` than the hut has beds are refused with 422 `too_small`.',
])('rejects a visit with more guests than the hut has beds: %s', async (book) => {
  const visit = await open({ book });
  expect((await visit.book({ guests: 4 })).status).toBe(201);
  const { status, body } = await visit.book({ guests: 5 });
  expect({ status, code: body.code, field: body.details[0]?.field }).toEqual({
    status: 422,
    code: 'too_small',
    field: 'guests',
  });
});

test.each([
  'Four hours is the longest a visit can be; beyond that, 422 `too_long`.',
  'A visit can last at most four hours (422 `too_long`).',
  'Visits longer than 4 hours are refused with 422 `too_long`.',
])('rejects a visit that is longer than four hours: %s', async (book) => {
  const visit = await open({ book });
  expect((await visit.book({ endsAt: '2026-03-01T14:00:00Z' })).status).toBe(201);
  expect(await visit.book({ endsAt: '2026-03-01T14:01:00Z' })).toMatchObject({
    status: 422,
    body: { code: 'too_long' },
  });
});

test.each([
  'Nobody under 16 on the day of joining: that is a 422 `too_young`.',
  'Walkers must be at least 16 years old, otherwise 422 `too_young`.',
  'No walker younger than 16 is accepted (422 `too_young`).',
])('rejects a walker who is younger than 16: %s', async (walker) => {
  const { call } = await open({ walker });
  expect((await call('POST /walkers', { name: 'Ada', birthDate: '2010-01-15' })).status).toBe(201);
  const { status, body } = await call('POST /walkers', { name: 'Bob', birthDate: '2010-01-16' });
  expect({ status, code: body.code, field: body.details[0]?.field }).toEqual({
    status: 422,
    code: 'too_young',
    field: 'birthDate',
  });
});

test.each([
  'A shelf can only have one visit that is not finished (finished is `closed` or `dropped`).',
  'A shelf can have at most one visit that is not closed or dropped.',
  'A shelf can only have one unfinished visit.',
])('a tag description limits the unfinished visits per shelf: %s', async (visits) => {
  const { book, call } = await open({ visits, conflict: 'Somebody is there (`shelf_busy`).' });
  const { body: first } = await book({ shelf: 'A' });
  expect(await book({ shelf: 'A' })).toMatchObject({ status: 409, body: { code: 'shelf_busy' } });
  expect((await book({ shelf: 'B' })).status).toBe(201);
  await call(`POST /visits/${first.id}/close`);
  expect((await book({ shelf: 'A' })).status).toBe(201);
});

test.each([
  'The guide already has two visits `guided` (`too_many`).',
  'The guide already has 2 guided visits (`too_many`).',
  '`too_many`: the guide already has two visits that are guided.',
])('rejects a third guided visit of the same guide: %s', async (guide) => {
  const { book, call } = await open({ guide });
  const [one, two, three] = [await book(), await book(), await book()].map(({ body }) => body.id);
  for (const each of [one, two]) expect((await call(`POST /visits/${each}/guide`, { guide: 'Eve' })).status).toBe(200);
  const again = await call(`POST /visits/${three}/guide`, { guide: 'Eve' });
  expect(again).toMatchObject({ status: 409, body: { code: 'too_many' } });
  expect((await call(`POST /visits/${three}/guide`, { guide: 'Bob' })).status).toBe(200);
});

test.each(["It's on a visit (`dish_in_use`).", 'It is in a visit (`dish_in_use`).', 'A visit has it (`dish_in_use`).'])(
  'rejects deleting a dish that a visit lists: %s',
  async (remove) => {
    const { book, call } = await open({ remove });
    const [{ body: used }, { body: free }] = [
      await call('POST /dishes', { name: 'Soup' }),
      await call('POST /dishes', { name: 'Rice' }),
    ];
    await book({ meals: [{ dishId: used.id, quantity: 1 }] });
    expect(await call(`DELETE /dishes/${used.id}`)).toMatchObject({ status: 409, body: { code: 'dish_in_use' } });
    expect((await call(`DELETE /dishes/${free.id}`)).status).toBe(204);
  },
);

test.each([
  { book: 'More guests than usual should bring their own blankets.' },
  { book: 'A hut has beds for four hours of sleep.', walker: 'People under 16 get a reduced price.' },
  { book: 'Groups may visit at most four hours in the kitchen.', walker: 'Walkers are usually at least 16 years old.' },
])('reads no limit from %s', async (said) => {
  const { book, call } = await open(said);
  expect((await book({ guests: 9, endsAt: '2026-03-02T14:00:00Z' })).status).toBe(201);
  expect((await call('POST /walkers', { name: 'Bob', birthDate: '2020-01-16' })).status).toBe(201);
});
