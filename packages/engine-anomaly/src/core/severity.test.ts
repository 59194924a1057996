import { expect, it } from 'vitest';
import { severityOf } from './severity.js';

it('is low below lowMid, medium up to midHigh, high above', () => {
  const thresholds = { lowMid: 10, midHigh: 20 };
  expect([0, 9.99, 10, 15, 20, 20.01, 100].map((score) => severityOf(score, thresholds))).toEqual([
    'low',
    'low',
    'medium',
    'medium',
    'medium',
    'high',
    'high',
  ]);
});
