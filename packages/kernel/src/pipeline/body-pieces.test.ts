import { describe, expect, it } from 'vitest';
import { type BodyPieces, joinPieces, splitBody } from './body-pieces.js';

const long = 'x'.repeat(100_000);
const rows = Array.from({ length: 5000 }, (_, index) => ({ index, name: `row ${index}` }));

function textsOf(pieces: BodyPieces): string[] {
  if (typeof pieces === 'string') return [pieces];
  if ('items' in pieces) return pieces.items.flatMap((part) => (typeof part === 'string' ? part : textsOf(part.item)));
  return pieces.members.flatMap((part) => (typeof part === 'string' ? part : textsOf(part.member)));
}

describe('a body split into pieces', () => {
  it.each([
    ['a string', long],
    ['null', null],
    ['a small object', { a: [1, 2.5, -3e30, true, null, {}, []], b: 'ä"\\\u2028' }],
    ['a list of objects', rows],
    ['nested lists of objects', [{ a: { rows, more: [[rows]] } }, [], {}]],
    ['many properties', Object.fromEntries(rows.map((row) => [`member "${row.index}"`, row]))],
    [
      'properties with unusual names',
      JSON.parse(`{"__proto__":{"a":"${long}"},"":1,"constructor":[${JSON.stringify(rows)}]}`),
    ],
    ['consecutive long strings', [long, 1, 2, long, long, 3]],
  ])('is joined to the same value: %s', async (_, value) => {
    const again = await joinPieces(splitBody(value));
    expect(JSON.stringify(again)).toBe(JSON.stringify(value));
    expect(Object.getPrototypeOf(Object(again))).toBe(Object.getPrototypeOf(Object(value)));
  });

  it('has only pieces under 70,000 characters', () => {
    const texts = textsOf(splitBody({ a: { rows, more: [rows] }, b: Array.from({ length: 100_000 }, () => ({})) }));
    expect(texts.length).toBeGreaterThan(10);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(70_000);
  });

  it('is parsed one piece per turn of the event loop', async () => {
    let turns = 0;
    let over = false;
    const count = () => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const pieces = splitBody(rows);
    await joinPieces(pieces);
    over = true;
    expect(turns).toBeGreaterThanOrEqual(textsOf(pieces).length - 1);
  });
});
