import { describe, expect, it } from 'vitest';
import { type BodyPieces, joinPieces, splitBody } from './body-pieces.js';

const long = 'x'.repeat(100_000);
const rows = Array.from({ length: 5000 }, (_, index) => ({ index, name: `row ${index}` }));

function textsOf(pieces: BodyPieces): string[] {
  if (typeof pieces === 'string') return [pieces];
  if ('items' in pieces) return pieces.items.flatMap((part) => (typeof part === 'string' ? part : textsOf(part.item)));
  return pieces.members.flatMap((part) => (typeof part === 'string' ? part : textsOf(part.member)));
}

describe('a body in pieces', () => {
  it.each([
    ['a text', long],
    ['nothing', null],
    ['a small object', { a: [1, 2.5, -3e30, true, null, {}, []], b: 'ä"\\\u2028' }],
    ['rows', rows],
    ['rows within objects within rows', [{ a: { rows, more: [[rows]] } }, [], {}]],
    ['many members', Object.fromEntries(rows.map((row) => [`member "${row.index}"`, row]))],
    ['members of odd names', JSON.parse(`{"__proto__":{"a":"${long}"},"":1,"constructor":[${JSON.stringify(rows)}]}`)],
    ['long texts in a row', [long, 1, 2, long, long, 3]],
  ])('is the same again: %s', async (_, value) => {
    const again = await joinPieces(splitBody(value));
    expect(JSON.stringify(again)).toBe(JSON.stringify(value));
    expect(Object.getPrototypeOf(Object(again))).toBe(Object.getPrototypeOf(Object(value)));
  });

  it('has no piece that takes long to read', () => {
    const texts = textsOf(splitBody({ a: { rows, more: [rows] }, b: Array.from({ length: 100_000 }, () => ({})) }));
    expect(texts.length).toBeGreaterThan(10);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(70_000);
  });

  it('is read one piece in each turn of the event loop', async () => {
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
