import { expect, it } from 'vitest';
import { createSeededModel } from './seed-prediction.js';

function counted() {
  let trainings = 0;
  const train = () => {
    trainings += 1;
    return { level: trainings };
  };
  return { train, trainings: () => trainings };
}

it('trains the model of a bundled seed once, on first use', () => {
  const { train, trainings } = counted();
  const stored = createSeededModel(train, true, { trainedUpTo: '2026-01-15' });
  expect([Object.isFrozen(stored), stored.trainedUpTo, trainings()]).toEqual([true, '2026-01-15', 0]);
  expect(JSON.stringify(stored)).toBe('{"model":"{\\"level\\":1}","trainedUpTo":"2026-01-15"}');
  expect([structuredClone(stored).model, { ...stored }.model, trainings()]).toEqual(['{"level":1}', '{"level":1}', 1]);
});

it('trains the model of any other seed immediately, so that its errors are reported', () => {
  const { train, trainings } = counted();
  const stored = createSeededModel(train, false, {});
  expect([Object.isFrozen(stored), trainings(), stored.model, trainings()]).toEqual([true, 1, '{"level":1}', 1]);
  const fails = () => {
    throw new RangeError('There is no data');
  };
  expect(() => createSeededModel(fails, false, {})).toThrow('There is no data');
});
