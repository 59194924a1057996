import { expect, it } from 'vitest';
import { hasTooManyValues } from './validate-body.js';

const holds = (json: string, most: number) => hasTooManyValues(new TextEncoder().encode(json), most);

it('hasTooManyValues counts the JSON values of a body, ignoring punctuation inside strings', () => {
  expect(holds('[1,2,3]', 3)).toBe(false);
  expect(holds('[1,2,3]', 2)).toBe(true);
  expect(holds('[{},{},[]]', 5)).toBe(true);
  expect(holds('[{},{},[]]', 6)).toBe(false);
  expect(holds('{"a":1,"b":2}', 3)).toBe(true);
  expect(holds('{"[,:{":"\\",,,,\\\\"}', 2)).toBe(false);
});
