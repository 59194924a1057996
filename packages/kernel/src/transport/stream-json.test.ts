import { describe, expect, it } from 'vitest';
import { streamJson } from './stream-json.js';

const long = '𝄞"\\\n'.repeat(20_001);

describe('JSON in pieces', () => {
  it.each<[string, unknown]>([
    ['a small value', { a: [1, null, 'x'], b: undefined }],
    ['a long text with pairs of surrogates on its cuts', `a${long}`],
    ['a long list with long members', [1, [], long, Array.from({ length: 20_000 }, (_, at) => ({ at })), undefined]],
    ['a long object', { long, none: undefined, '"': { long }, empty: {} }],
    ['nothing but members that are left out', Object.fromEntries([['a'.repeat(40_000), undefined]])],
  ])('says what JSON.stringify says: %s', (_, value) => {
    const text = [...streamJson(value)].join('');
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
  });

  it('has no piece that is much longer than others', () => {
    const pieces = [...streamJson({ long, many: Array.from({ length: 300_000 }, () => ({})) })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
  });
});
