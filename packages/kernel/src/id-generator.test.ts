import { describe, expect, it } from 'vitest';
import { createIdGenerator } from './id-generator.js';
import { createRandom } from './random.js';

describe('createIdGenerator', () => {
  it('generates the same version 4 UUIDs for the same seed and different ones for another seed', () => {
    const [first, second, other] = [createIdGenerator('s'), createIdGenerator('s'), createIdGenerator('t')].map((ids) =>
      ids.next('job'),
    );
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('keeps a separate sequence for each kind of id', () => {
    const [plain, mixed] = [createIdGenerator('s'), createIdGenerator('s')];
    mixed.next('error');
    expect(mixed.next('job')).toBe(plain.next('job'));
  });

  it('generates 10,000 ids without duplicates', () => {
    const ids = createIdGenerator('s');
    expect(new Set(Array.from({ length: 10_000 }, () => ids.next('job'))).size).toBe(10_000);
  });
});

describe('createRandom', () => {
  it('returns numbers distributed evenly over [0, 1)', () => {
    const random = createRandom('s');
    const drawn = Array.from({ length: 10_000 }, () => random());
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...drawn)).toBeLessThan(1);
    expect(drawn.reduce((sum, number) => sum + number, 0) / drawn.length).toBeCloseTo(0.5, 1);
  });
});
