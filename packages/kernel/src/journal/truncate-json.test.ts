import { expect, it } from 'vitest';
import { redactValue, truncateJson } from './redact.js';

it('is the whole of a small value', () => {
  const value = { a: [1, { b: null }], c: 'x' };
  expect(truncateJson(value, 100)).toEqual({ beginning: value, isWhole: true });
});

it('looks at no more of a large value than is shown', () => {
  let looks = 0;
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    get at() {
      looks += 1;
      return at;
    },
  }));
  expect(truncateJson({ many }, 100).isWhole).toBe(false);
  expect(looks).toBeLessThan(100);
});

it.each<[string, unknown]>([
  ['a long text', { text: 'x'.repeat(100_000), password: 'canary-4711' }],
  ['many texts', Array.from({ length: 10_000 }, () => ({ password: 'canary-4711', text: 'abc' }))],
])('is shown cut and without secrets: %s', (_, value) => {
  const shown = String(redactValue(value));
  expect(shown).toMatch(/… \[the beginning\]$/);
  expect(shown.length).toBeLessThan(17_000);
  expect(shown).not.toContain('canary');
});
