import { expect, it } from 'vitest';
import { noteContracts } from '../../test/note-shop.js';
import { createEnvironmentTarget } from './environment-target.js';

it('asks for tokens, and for the paths that an API has elsewhere, at their own addresses', () => {
  const contracts = noteContracts();
  const [api = ''] = contracts.keys();
  const operations = [...(contracts.get(api)?.operations.values() ?? [])];
  const { baseUrlOf } = createEnvironmentTarget({
    name: 'stage',
    apis: { [api]: { baseUrl: 'http://one', authUrl: 'http://two', printUrl: 'http://three' } },
    contracts,
    elsewhere: { [api]: { printUrl: ['/notes/'] } },
    allowedHosts: ['one', 'two', 'three'],
    mayChange: false,
    requestsPerSecond: 1,
    concurrency: 1,
    requestTimeout: 5,
    longestRetryAfter: 1,
  });
  const addresses = operations.map((operation) => [operation.path, baseUrlOf?.(api, { api, operation })]);
  expect(Object.fromEntries(addresses)).toMatchObject({
    '/token': 'http://two',
    '/notes': 'http://one',
    '/notes/{id}': 'http://three',
  });
});
