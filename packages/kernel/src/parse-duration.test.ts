import { parseDuration } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { parseClockMode, parseProgression } from './clock-setting.js';

describe('parseDuration', () => {
  it.each([
    ['PT59M', 3_540_000],
    ['P1DT12H', 129_600_000],
    ['PT0.5S', 500],
    ['P2W', 1_209_600_000],
    ['PT0S', 0],
    ['P2DT3H4M5.25S', 183_845_250],
    ['PT9999999999.999S', 9_999_999_999_999],
  ])('parses %s', (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds));

  it.each([
    '',
    'P',
    'PT',
    '59M',
    'P1M',
    'P1Y',
    'PT-1S',
    'PT1.2345S',
    'pt1s',
    'P9999999999D',
    'PT10000000000S',
    'P1W1D',
    'P1DT',
  ])('rejects "%s"', (text) => expect(() => parseDuration(text)).toThrow(RangeError));
});

describe('parseClockMode', () => {
  it('parses the three clock modes', () =>
    expect(['real', 'manual', 'scaled:0.5'].map(parseClockMode)).toEqual([
      { mode: 'real' },
      { mode: 'manual' },
      { mode: 'scaled', scale: 0.5 },
    ]));

  it.each(['', 'fast', 'scaled', 'scaled:0', 'scaled:-1', 'scaled:x'])('rejects "%s"', (text) =>
    expect(() => parseClockMode(text)).toThrow('use real, manual or scaled:<factor>'),
  );
});

describe('parseProgression', () => {
  it('parses the five progression rules', () =>
    expect(['immediate', 'after:PT2S', 'polls:3', 'manual', 'documented'].map(parseProgression)).toEqual([
      { kind: 'immediate' },
      { kind: 'after', milliseconds: 2000 },
      { kind: 'polls', polls: 3 },
      { kind: 'manual' },
      { kind: 'documented' },
    ]));

  it.each(['', 'later', 'after', 'after:2', 'polls:0', 'polls:x'])('rejects "%s"', (text) =>
    expect(() => parseProgression(text)).toThrow(RangeError),
  );
});
