import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkedRuleIds, familyOf } from './rule-coverage.js';

test('the table of the README counts the rules there are', () => {
  const counts = new Map<string, number>();
  for (const id of checkedRuleIds()) counts.set(familyOf(id), (counts.get(familyOf(id)) ?? 0) + 1);
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const table = [...readme.matchAll(/^\| ([A-Z][A-Z0-9-]*) \| (\d+) \| \d+ \|$/gm)].map(([, family, checked]) => [
    family,
    Number(checked),
  ]);
  expect(table).toEqual([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
});
