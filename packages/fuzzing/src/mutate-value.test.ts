import { describe, expect, it } from 'vitest';
import { mutateValue } from './mutate-value.js';

describe('value mutations', () => {
  it('change a binary file as a whole, not byte by byte', () => {
    const mutations = [...mutateValue({}, new Uint8Array(50_000))].map(({ what }) => what);
    expect(mutations).toContain('the body cut in the middle');
    expect(mutations.length).toBeLessThan(100);
  });

  it('omit every described property, but only a few properties of a map', () => {
    const described = Object.fromEntries(Array.from({ length: 20 }, (_none, index) => [`part${index}`, {}]));
    const map = Object.fromEntries(Array.from({ length: 5000 }, (_none, index) => [`word${index}`, index]));
    const whole = { ...map, ...Object.fromEntries(Object.keys(described).map((name) => [name, 1])) };
    const dropped = [...mutateValue({ properties: described }, whole)]
      .map(({ what }) => what)
      .filter((what) => /^the body without \w/.test(what) && what !== 'the body without members');
    expect(dropped.filter((what) => what.includes('part'))).toHaveLength(20);
    expect(dropped.filter((what) => what.includes('word'))).toHaveLength(10);
  });
});
