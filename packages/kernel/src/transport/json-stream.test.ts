import { describe, expect, it } from 'vitest';
import { streamJson } from './json-stream.js';

const long = '𝄞"\\\n'.repeat(20_001);

describe('streamJson', () => {
  it.each<[string, unknown]>([
    ['a small value', { a: [1, null, 'x'], b: undefined }],
    ['a long string with surrogate pairs at the piece boundaries', `a${long}`],
    ['a long list with long items', [1, [], long, Array.from({ length: 20_000 }, (_, at) => ({ at })), undefined]],
    ['a long object', { long, none: undefined, '"': { long }, empty: {} }],
    ['an object with only undefined properties', Object.fromEntries([['a'.repeat(40_000), undefined]])],
  ])('yields the same JSON as JSON.stringify: %s', (_, value) => {
    const text = [...streamJson(value)].join('');
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
  });

  it('yields only pieces under 200,000 characters', () => {
    const pieces = [...streamJson({ long, many: Array.from({ length: 300_000 }, () => ({})) })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
  });
});
