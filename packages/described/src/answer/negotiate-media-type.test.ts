import { expect, it } from 'vitest';
import { negotiateMediaType } from './negotiate-media-type.js';

const offered = ['application/json', 'application/xml', 'text/csv', 'text/html', 'application/vnd.acme.v2+json'];

it.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['APPLICATION/XML', 'application/xml'],
  ['text/*', 'text/csv'],
  ['text/*, text/csv;q=0.1', 'text/html'],
  ['text/csv, */*', 'text/csv'],
  ['application/xml;q=0.5, text/csv;q=0.9, */*;q=0.1', 'text/csv'],
  ['application/xml; q=0.5 , text/csv; Q=0.4', 'application/xml'],
  ['application/json;q=0, */*', 'application/xml'],
  ['application/*;q=0, */*;q=0.1', 'text/csv'],
  ['*/*, application/json;q=0.5', 'application/xml'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'text/html'],
  ['application/json, text/csv', 'application/json'],
  ['application/vnd.acme.v2+json', 'application/vnd.acme.v2+json'],
  ['text/csv;header=present', 'text/csv'],
  ['image/png', 'application/json'],
  ['nonsense', 'application/json'],
])('Accept: %s selects %s', (accept, type) => {
  expect(negotiateMediaType(accept, offered).type).toBe(type);
});

it.each([
  ['*/*', undefined, 'application/json'],
  ['*/*', 'text/csv', 'application/json'],
  ['image/*', undefined, 'image/png'],
  ['image/*', 'image/webp', 'image/webp'],
  ['image/*', 'image/webp;q=0.2, image/avif', 'image/avif'],
  ['text/*', '*/*', 'text/plain'],
  ['font/*', undefined, 'application/octet-stream'],
])('for the described media range %s, Accept: %s selects %s', (range, accept, type) => {
  expect(negotiateMediaType(accept, [range])).toEqual({ offered: range, type });
});

it('sends vendor JSON to a client that accepts JSON and text/plain', () => {
  const types = ['application/vnd.acme+json', 'text/plain'];
  expect(negotiateMediaType('application/json, text/plain, */*', types).type).toBe('application/vnd.acme+json');
});
