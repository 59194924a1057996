import { SchemaReader } from '@understudy/model';
import { expect, it } from 'vitest';
import { readingsIn } from './readings.js';
import type { Kind, Vocabulary } from './vocabulary.js';

const kindOf = (noun: string): Kind => ({
  nouns: [noun],
  members: new Map(),
  states: [],
  references: [],
  lists: new Map(),
  makers: new Set(),
  leaving: new Map(),
});

const [order, line] = [kindOf('order'), kindOf('line')];
const vocabularyOf = (): Vocabulary => ({ kinds: new Map(), schemas: new SchemaReader({}), about: new Set() });
const vocabulary = vocabularyOf();
const self = { vocabulary, variable: 'self', kind: order };
const item = { vocabulary, variable: 'item', kind: line, outer: self };

it('equal scopes share their readings', () => {
  expect(readingsIn({ ...self })).toBe(readingsIn(self));
  expect(readingsIn({ ...item, outer: { ...self } })).toBe(readingsIn(item));
});

it.each([
  ['another variable', { ...item, variable: 'each' }],
  ['a separate kind with the same noun', { ...item, kind: kindOf('line') }],
  ['another outer record', { ...item, outer: { ...self, variable: 'body' } }],
  ['no outer record', { vocabulary, variable: 'item', kind: line }],
  ['another vocabulary', { ...item, outer: { ...self, vocabulary: vocabularyOf() } }],
])('a scope with %s has its own readings', (_name, scope) => {
  expect(readingsIn(scope)).not.toBe(readingsIn(item));
});
