import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createSlotDefinition, createSmallDefinition } from '../testing/small-definition.js';
import { checkJobDefinition } from './read-job-definition.js';

interface BadDefinition {
  readonly what: string;
  readonly definition?: unknown;
  readonly slots?: boolean;
  readonly change?: Record<string, unknown>;
  readonly info?: Record<string, unknown>;
  readonly findings: readonly string[];
}

const cases: BadDefinition[] = parse(readFileSync(new URL('./bad-definitions.yaml', import.meta.url), 'utf8'));

describe('checkJobDefinition', () => {
  it.each(cases)(
    'reports $what',
    ({
      slots,
      change,
      info,
      definition = (slots ? createSlotDefinition : createSmallDefinition)(change, info),
      findings,
    }) => {
      const found = checkJobDefinition(definition).map((one) => `${one.ruleId} ${one.pointer} ${one.message}`);
      expect(found).toEqual(findings);
    },
  );

  it.each<[string, unknown]>([
    ['the small definition', createSmallDefinition()],
    ['slots without shifts', createSlotDefinition()],
    ['empty demands', createSmallDefinition({ demands: [] })],
    [
      'null where a property is optional',
      createSmallDefinition({ timeSlots: null, constraints: null, demands: [{ days: null }] }),
    ],
    [
      'unknown fields at every level',
      createSmallDefinition({ x: 1, constraints: { otherConstraints: 5, label: 'x' } }),
    ],
    [
      'overlapping slots wanted on different days',
      createSlotDefinition({
        timeSlots: [
          { id: 'am', startTime: '08:00', endTime: '12:00' },
          { id: 'pm', startTime: '09:00', endTime: '13:00' },
        ],
        demands: [
          { dates: ['2026-03-02'], timeDemands: [{ timeSlotId: 'am', min: 1, ideal: 1, max: 1 }] },
          { dates: ['2026-03-03'], timeDemands: [{ timeSlotId: 'pm', min: 1, ideal: 1, max: 1 }] },
        ],
      }),
    ],
    [
      'a recurring schedule',
      createSmallDefinition({}, { scheduleType: 'RECURRING', planningHorizon: { nrOfWeeks: 2 } }),
    ],
  ])('accepts %s', (_, definition) => {
    expect(checkJobDefinition(definition)).toEqual([]);
  });

  it('reports at most 50 findings', () => {
    const employees = Array.from({ length: 90 }, () => ({ id: 'a' }));
    expect(checkJobDefinition(createSmallDefinition({ employees }))).toHaveLength(50);
  });
});
