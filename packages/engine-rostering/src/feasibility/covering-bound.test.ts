import { describe, expect, it } from 'vitest';
import { compileDefinition, createSlotDefinition } from '../testing/small-definition.js';
import { checkFeasibility } from './check-feasibility.js';
import { computeCoveringBound } from './covering-bound.js';
import { computeSupply } from './supply.js';

/** Three at 06, one at 14, three at 15 on one day; no shift covers 06 and 15, one covers 14 and 15. */
function definitionFor(staff: number) {
  const shift = (startTime: string, endTime: string) => ({ id: startTime, intervals: [{ startTime, endTime }] });
  const slots: [string, string, string, number][] = [
    ['a', '06:00', '07:00', 3],
    ['b', '14:00', '15:00', 1],
    ['c', '15:00', '16:00', 3],
  ];
  return createSlotDefinition({
    employees: Array.from({ length: staff }, (_, index) => ({ id: `e${index}` })),
    shifts: [shift('06:00', '14:00'), shift('07:00', '15:00'), shift('08:00', '16:00')],
    timeSlots: slots.map(([id, startTime, endTime]) => ({ id, startTime, endTime })),
    demands: [
      {
        dates: ['2026-03-02'],
        timeDemands: slots.map(([timeSlotId, , , min]) => ({ timeSlotId, min, ideal: min, max: min + 2 })),
      },
    ],
  });
}

describe('computeCoveringBound', () => {
  it('computes how many employees are missing, and which slots prove it', () => {
    const boundFor = (staff: number, caps = [5, 3, 5]) => {
      const instance = compileDefinition(definitionFor(staff));
      return computeCoveringBound(computeSupply(instance, { spend: () => {} }), [0, 1, 2], caps);
    };
    expect(boundFor(6).missing).toBe(0);
    expect(boundFor(5)).toEqual({ missing: 1, critical: [0, 2], full: [] });
    expect(boundFor(4)).toEqual({ missing: 2, critical: [0, 2], full: [] });
    // Only two may be there at 14, and whoever is there at 15 is there at 14 as well.
    expect(boundFor(9, [5, 2, 5])).toEqual({ missing: 1, critical: [2], full: [1] });
  });

  it('lets checkFeasibility report how many available employees are missing', () => {
    const { infeasibilities } = checkFeasibility(compileDefinition(definitionFor(5)));
    expect(infeasibilities.map(({ title, violations }) => [title, violations])).toEqual([
      [
        'Employee-availability-check',
        [
          {
            day: 0,
            date: '2026-03-02',
            startTime: '06:00',
            endTime: '16:00',
            requiredEmployees: 3,
            missingEmployees: 1,
            violatedProperties: ['MIN'],
          },
        ],
      ],
    ]);
  });
});
