import { expect, it } from 'vitest';
import { readWindow } from './list-page.js';
import { checkEventPattern, eventNames } from './notifications/notify-subscribers.js';
import { einvoicingContract } from './operations.js';

const patternOf = (schema: unknown): RegExp[] => {
  const { pattern, anyOf = [] } = Object(schema);
  return [pattern, ...anyOf.map((one: { pattern?: string }) => one.pattern)].flatMap((text) =>
    typeof text === 'string' ? [new RegExp(text, 'u')] : [],
  );
};
const schemas: Readonly<Record<string, unknown>> = Object(einvoicingContract.document.components?.schemas);
const fits = (name: string, text: string) => patternOf(schemas[name]).some((pattern) => pattern.test(text));

it('the schema allows exactly the events and wildcards that can be subscribed to', () => {
  const parts = [...new Set(['*', 'X', ...eventNames.flatMap((name) => name.split('.'))])];
  const two = parts.flatMap((one) => [one, ...parts.map((other) => `${one}.${other}`)]);
  const tried = [...two, ...two.flatMap((start) => parts.map((end) => `${start}.${end}`)), '', 'DOCUMENTS.*.*.*'];
  const wrong = tried.filter((name) => fits('EventPattern', name) !== (checkEventPattern(name) === undefined));
  expect(wrong).toEqual([]);
  expect(tried.length).toBeGreaterThan(10_000);
});

it.each([
  '2026-01-15',
  '2026-01-15T09:00:00Z',
  '2026-01-15T09:00Z',
  '2026-01-15t09:00:00.123z',
  '2026-01-15T09:00:00+02:00',
  '2026-01-15T09:00:00 0200',
  '2026-01-15T09:00:00',
  '2026-13-01',
  '2026-01-32',
  '2026-01-15T24:30:00Z',
  '2026-01-15T09:60:00Z',
  '2026-01-15T09:00:00+25:00',
  'yesterday',
  '20260115',
  '',
])('the schema accepts the instant %s only if the API does', (text) => {
  expect(fits('Instant', text)).toBe(!('refused' in readWindow({ at_start: text }, 'at')));
});
