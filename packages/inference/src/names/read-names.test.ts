import { expect, it } from 'vitest';
import { readNames } from './read-names.js';

const names = readNames({
  paths: {
    '/pets': {
      get: { parameters: [{ name: 'expand', in: 'query' }], responses: { 200: { headers: { 'X-Total-Count': {} } } } },
    },
  },
  schemas: {
    Page: { properties: { next_cursor: {}, hasMore: {}, meta: {}, wings: {} } },
    Pet: { properties: { visitCount: {}, is_active: {}, selfUri: {}, client_secret: {} } },
  },
});

it('reads names with a known meaning in a description and ignores all others', () => {
  expect(names.get('next_cursor')?.page).toEqual({ leads: 'onward', isToken: true });
  expect(names.get('hasMore')?.page).toEqual({ says: 'more' });
  expect(names.get('meta')?.page).toEqual({ holds: true });
  expect(names.get('X-Total-Count')).toMatchObject({ header: 'case', listHeader: 'total' });
  expect(names.get('expand')?.selects).toBe('references');
  expect(names.get('visitCount')?.added).toEqual({ isCount: true });
  expect(names.get('is_active')?.added).toEqual({ isPositive: true });
  expect(names.get('selfUri')).toMatchObject({ isPath: true, added: { is: 'address' } });
  expect(names.get('client_secret')?.added).toEqual({ credential: 'secret' });
  expect([names.has('wings'), names.has('nextPage')]).toEqual([false, false]);
});
