import { expect, it } from 'vitest';
import { inlineSchema } from './inline-schema.js';

it('limits the size of a schema whose references double at each level', () => {
  const below = (level: number) => ({ $ref: `#/s/${level + 1}` });
  const s = Array.from({ length: 40 }, (_none, level) => ({ properties: { a: below(level), b: below(level) } }));
  const inlined = inlineSchema({ s }, { $ref: '#/s/0' });
  expect(JSON.stringify(inlined).length).toBeLessThan(1_000_000);
  expect(inlined.properties).toMatchObject({ a: { properties: {} } });
});
