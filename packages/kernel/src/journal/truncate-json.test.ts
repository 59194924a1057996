import { expect, it } from 'vitest';
import { redactValue, truncateJson } from './redact.js';

it('truncateJson returns a small value unchanged', () => {
  const value = { a: [1, { b: null }], c: 'x' };
  expect(truncateJson(value, 100)).toEqual({ beginning: value, isWhole: true });
});

it('truncateJson reads only the part of a large value that it returns', () => {
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
  ['a list with a long string', ['x'.repeat(100_000), { password: 'canary-4711' }]],
  ['a list of many objects', Array.from({ length: 10_000 }, () => ({ password: 'canary-4711', text: 'abc' }))],
])('redactValue truncates %s and redacts its secrets', (_, value) => {
  const shown = String(redactValue(value));
  expect(shown).toMatch(/… \[the beginning\]$/);
  expect(shown.length).toBeLessThan(17_000);
  expect(shown).not.toContain('canary');
});

it('redactValue keeps the short properties of a long record, and truncates the long ones', () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => ({ at, password: 'canary-4711', text: 'x'.repeat(90) }));
  const shown = redactValue({ id: 7, lines, status: 'open', password: 'canary-4711', note: 'y'.repeat(100_000) });
  expect(shown).toEqual({
    id: 7,
    lines: expect.stringMatching(/^\[\{"at":0,"password":"\[redacted\]".*… \[the beginning\]$/),
    status: 'open',
    password: '[redacted]',
    note: expect.stringMatching(/^y{1024}… \[the beginning\]$/),
  });
  expect(redactValue({ lines }, undefined, 1_000_000)).toHaveProperty('lines.1999.at', 1999);
});
