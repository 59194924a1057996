import { describe, expect, it } from 'vitest';
import {
  checkJobDefinition,
  costUnits,
  createStartRoster,
  freeShift,
  listViolations,
  type Roster,
  scoreRoster,
  toPublishedScore,
} from './index.js';
import type { RosteringInstance } from './model/instance.js';
import { judgeResult } from './testing/judge-result.js';
import type { JudgedResult } from './testing/judge-types.js';
import { listTestSeeds } from './testing/many-seeds.js';
import { createRandomDefinition, createSeededRandom } from './testing/random-definition.js';
import { compileDefinition } from './testing/small-definition.js';

const seeds = listTestSeeds(200);

describe('an independent scoring implementation', () => {
  it('returns the same scores and violations for random rosters', () => {
    let violations = 0;
    for (const seed of seeds) {
      const definition = createRandomDefinition(seed);
      expect(checkJobDefinition(definition), `definition ${seed}`).toEqual([]);
      const instance = compileDefinition(definition);
      const roster = randomRoster(instance, createSeededRandom(seed + 1000));
      const judged = judgeResult(definition, toResult(instance, roster));

      const published = toPublishedScore(scoreRoster(instance, roster));
      expect(published.hard, `hard of ${seed}`).toBeCloseTo(judged.hard, 6);
      expect(published.soft, `soft of ${seed}`).toBeCloseTo(judged.soft, 6);
      const found = amountsOf(instance, roster);
      expect(found.strict, `strict breaches of ${seed}`).toEqual(rounded(judged.strictBreaches));
      expect(found.soft, `soft penalties of ${seed}`).toEqual(rounded(judged.softPenalties));
      violations += judged.strictBreaches.size + judged.softPenalties.size;
    }
    // Otherwise the definitions would be too easy to test anything.
    expect(violations).toBeGreaterThan(5 * seeds.length);
  });
});

/** Locked work, and any shift on about half of the other days, forbidden ones too. */
function randomRoster(instance: RosteringInstance, random: () => number): Roster {
  const { shifts, locked } = instance;
  const roster = createStartRoster(instance);
  for (const [at, lock] of locked.entries()) {
    if (lock === freeShift && random() < 0.5) roster[at] = Math.floor(random() * shifts);
  }
  return roster;
}

function toResult({ job, days, doubleLocks }: RosteringInstance, roster: Roster): JudgedResult {
  const shiftId = (shift: number) => job.shifts[shift]?.id ?? '';
  const employeeRosters = job.employees.map(({ id }, employee) => {
    const assignments = Array.from({ length: days }, (_, dayIndex) => ({
      day: { dayIndex },
      shift: roster[employee * days + dayIndex] ?? freeShift,
    })).filter(({ shift }) => shift !== freeShift);
    const doubled = doubleLocks
      .filter((lock) => lock.employee === employee)
      .map(({ day, shift }) => ({ day: { dayIndex: day }, shift }));
    return {
      employeeId: id,
      assignments: [...assignments, ...doubled].map(({ day, shift }) => ({ day, shiftId: shiftId(shift) })),
    };
  });
  return { roster: { employeeRosters }, solution: {} };
}

function amountsOf(instance: RosteringInstance, roster: Roster) {
  const strict = new Map<string, number>();
  const soft = new Map<string, number>();
  for (const { employee, constraint, id, strict: isStrict, breach, cost } of listViolations(instance, roster)) {
    if (constraint < 0) continue; // Two shifts at once: in the score, but no rule that was sent.
    const key = `${instance.job.employees[employee]?.id} ${id}`;
    const [amounts, amount] = isStrict ? [strict, breach] : [soft, cost];
    amounts.set(key, (amounts.get(key) ?? 0) + amount / costUnits);
  }
  return { strict: rounded(strict), soft: rounded(soft) };
}

function rounded(amounts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries(
    [...amounts].map(([key, amount]): [string, number] => [key, Math.round(amount * 1e6) / 1e6]).sort(),
  );
}
