import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const day = { type: 'object', properties: { id: text, name: text } };

/** Serves a list with these parameters, whose answer has these members next to the days. Stores seven days. */
async function serveDays(parameters: Readonly<Record<string, object>>, members: object, headers?: object) {
  const query = Object.entries(parameters).map(([name, schema]) => ({ name, in: 'query', schema }));
  const page = { type: 'object', properties: { days: { type: 'array', items: day }, ...members } };
  const described = (schema: object) => ({ description: 'Done', content: { 'application/json': { schema } } });
  const { api } = await describeText('days', {
    openapi: '3.1.0',
    info: { title: 'Days', version: '1' },
    paths: {
      '/days': {
        get: { operationId: 'list', parameters: query, responses: { 200: { ...described(page), headers } } },
        post: {
          operationId: 'add',
          requestBody: described({ type: 'object', properties: { name: text } }),
          responses: { 201: described(day) },
        },
      },
      '/days/{id}': {
        get: {
          operationId: 'read',
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          responses: { 200: described(day) },
        },
      },
    },
  });
  const send = createSender(await serveDescribed(api));
  const names = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
  for (const name of names) await send('POST /days', { name });
  return { send, names };
}

type Days = readonly { readonly name: string }[];
const namesOf = (days: Days) => days.map(({ name }) => name);

it('an iterator leads to the next page, and `done` marks the last page', async () => {
  const members = {
    iterator: { type: ['string', 'null'] },
    prevIterator: { type: ['string', 'null'] },
    done: { type: 'boolean' },
  };
  const { send, names } = await serveDays({ limit: whole, iterator: text }, members);
  const seen: string[] = [];
  let query = '';
  for (const isLast of [false, false, true]) {
    const { body } = await send(`GET /days?limit=3${query}`);
    seen.push(...namesOf(body.days));
    expect(body.done).toBe(isLast);
    query = `&iterator=${body.iterator}`;
  }
  expect(seen).toEqual(names);
});

it('`first` and `last` of a page can be booleans', async () => {
  const members = { first: { type: 'boolean' }, last: { type: 'boolean' }, totalElements: whole };
  const { send } = await serveDays({ page: { ...whole, default: 0 }, size: whole }, members);
  expect((await send('GET /days?size=4')).body).toMatchObject({ first: true, last: false, totalElements: 7 });
  expect((await send('GET /days?size=4&page=1')).body).toMatchObject({ first: false, last: true, totalElements: 7 });
});

it.each([
  ['a property', { links: { type: 'object', properties: { next: { type: 'string', format: 'uri' } } } }, undefined],
  ['a header', {}, { Link: { schema: text } }],
])('a next link in %s leads to the next page if no parameter selects a page', async (_place, members, described) => {
  const { send, names } = await serveDays({ limit: whole }, members, described);
  const seen: string[] = [];
  let path: string | undefined = '/days?limit=3';
  while (path !== undefined) {
    const { body, headers }: { body: { days: Days; links?: { next?: string } }; headers: Headers } = await send(
      `GET ${path}`,
    );
    seen.push(...namesOf(body.days));
    const next: string | undefined = body.links?.next ?? /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    path = next?.replace('http://understudy.local', '');
  }
  expect(seen).toEqual(names);
});

it('a page number is used even if the offset has a default', async () => {
  const { send, names } = await serveDays(
    { number: whole, page: whole, offset: { ...whole, default: 0 }, limit: whole },
    {},
  );
  expect(namesOf((await send('GET /days?limit=3&page=2')).body.days)).toEqual(names.slice(3, 6));
});

it('the next position in a list with an offset parameter is an offset', async () => {
  const { send, names } = await serveDays({ offset: whole, limit: whole }, { next_offset: whole });
  const { body } = await send('GET /days?limit=3');
  expect(namesOf((await send(`GET /days?limit=3&offset=${body.next_offset}`)).body.days)).toEqual(names.slice(3, 6));
});

it('links of a list with cursors lead back to the previous page', async () => {
  const link = { type: 'string', format: 'uri' };
  const members = { links: { type: 'object', properties: { next: link, prev: link, first: link } } };
  const { send, names } = await serveDays({ after: text, before: text, limit: whole }, members);
  const follow = async (address: string) => (await send(`GET ${address.replace('http://understudy.local', '')}`)).body;
  const third = await follow((await follow((await follow('/days?limit=2')).links.next)).links.next);
  expect(namesOf(third.days)).toEqual(names.slice(4, 6));
  expect(namesOf((await follow(third.links.prev)).days)).toEqual(names.slice(2, 4));
  expect(namesOf((await follow(third.links.first)).days)).toEqual(names.slice(0, 2));
});

it('an integer cursor counts the records before the page if ids are strings', async () => {
  const { send, names } = await serveDays(
    { after: whole, limit: whole },
    { next_cursor: { type: ['string', 'null'] } },
  );
  const { body } = await send('GET /days?limit=3');
  const next = await send(`GET /days?limit=3&after=${body.next_cursor}`);
  expect(namesOf(next.body.days)).toEqual(names.slice(3, 6));
});

it('a list from an example has no second page', async () => {
  const list = { type: 'array', items: day };
  const parameters = [{ name: 'page', in: 'query', schema: whole }];
  const responses = {
    200: { description: 'Done', content: { 'application/json': { schema: list, example: [{ id: 'a' }] } } },
  };
  const { api } = await describeText('holidays', {
    openapi: '3.1.0',
    info: { title: 'Holidays', version: '1' },
    paths: {
      '/holidays': { get: { operationId: 'list', parameters, responses } },
      '/holidays/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: {
          operationId: 'read',
          responses: { 200: { description: 'Done', content: { 'application/json': { schema: day } } } },
        },
      },
    },
  });
  const send = createSender(await serveDescribed(api));
  expect((await send('GET /holidays')).body).toHaveLength(1);
  expect((await send('GET /holidays?page=2')).body).toEqual([]);
});

it('a `next` that a parameter of the same name takes is a token, and no address', async () => {
  const pagination = { type: 'object', properties: { next: text, prev: text } };
  const { send, names } = await serveDays(
    { limit: whole, next: { ...text, maxLength: 255 }, prev: text },
    { pagination },
  );
  const seen: string[] = [];
  let query = '';
  for (let page = 0; page < 3; page += 1) {
    const { body } = await send(`GET /days?limit=3${query}`);
    seen.push(...namesOf(body.days));
    query = `&next=${encodeURIComponent(body.pagination.next)}`;
  }
  expect(seen).toEqual(names);
});
