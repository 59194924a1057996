import {
  buildResult,
  formatClockTime,
  freeShift,
  type RosteringInstance,
  toHorizonDate,
} from '@understudy/engine-rostering';
import type { Figure } from '@understudy/kernel';
import { compileRoster, type RosterWork } from './compile-definition.js';

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;

/** The data of the figures. `codes` are the labels of the shifts in the grid. */
interface Shown {
  readonly instance: RosteringInstance;
  readonly roster: Int16Array;
  readonly codes: readonly string[];
  readonly result: ReturnType<typeof buildResult>;
}

const spare = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Creates the figures of a roster: its grid, shifts, score, and broken constraints. */
export function createRosterFigures(work: RosterWork): Figure[] {
  const { instance, roster } = compileRoster(work);
  const codes = createShiftCodes(instance.job.shifts.map(({ id }) => id));
  const shown = { instance, roster, codes, result: buildResult(instance, roster, { fullSchedule: true }) };
  return [gridOf(shown), shiftsOf(shown), factsOf(shown), brokenOf(shown)];
}

function gridOf({ instance, roster, codes, result }: Shown): Figure {
  const { job, days, firstWeekday, locked } = instance;
  const missing = new Map<number, number>();
  for (const { scheduleDay, demands } of result.solution.missingDemands ?? []) {
    const more = demands.reduce((sum, { nbrOfMissingEmployees }) => sum + nbrOfMissingEmployees, 0);
    missing.set(scheduleDay.dayIndex, (missing.get(scheduleDay.dayIndex) ?? 0) + more);
  }
  const cellOf = (cell: number) => {
    const shift = roster[cell] ?? freeShift;
    const found = job.shifts[shift];
    if (found === undefined) return { text: '' };
    const given = locked[cell] !== freeShift;
    const title = `${found.id}, ${timesOf(instance, shift)}${given ? ', given' : ''}`;
    return { text: `${codes[shift]}${given ? '*' : ''}`, title, tone: 'good' as const };
  };
  const ofDays = <Value>(read: (day: number) => Value) => Array.from({ length: days }, (_, day) => read(day));
  return {
    kind: 'grid',
    title: job.id,
    columns: ofDays((day) => ({
      label: weekdays[(firstWeekday + day) % 7] ?? '',
      detail: toHorizonDate(job, day).date?.slice(8) ?? String(day + 1),
    })),
    rows: [
      ...result.solution.employeeOutcomes.map(
        ({ employeeId, totalPlannedHours, hardConstraintViolations }, employee) => ({
          label: employeeId,
          cells: ofDays((day) => cellOf(employee * days + day)),
          note: `${rounded(totalPlannedHours)} h${hardConstraintViolations.length > 0 ? ' !' : ''}`,
        }),
      ),
      {
        label: 'missing',
        cells: ofDays((day) => {
          const count = missing.get(day) ?? 0;
          return count === 0 ? { text: '' } : { text: String(count), title: `${count} missing`, tone: 'bad' as const };
        }),
      },
    ],
    legend: [
      { text: '*', meaning: 'given, not planned by the solver' },
      { text: '!', meaning: 'a hard constraint is not met' },
    ],
  };
}

/** Lists the shifts of the definition, and the generated shifts that are assigned to someone. */
function shiftsOf({ instance, roster, codes }: Shown): Figure {
  const assigned = new Map<number, number>();
  for (const shift of roster) assigned.set(shift, (assigned.get(shift) ?? 0) + 1);
  const rows = instance.job.shifts.flatMap(({ id, generated }, shift) => {
    const count = assigned.get(shift) ?? 0;
    const hours = rounded((instance.shiftMinutes[shift] ?? 0) / 60);
    return generated && count === 0 ? [] : [[`${codes[shift]} ${id}`, timesOf(instance, shift), hours, String(count)]];
  });
  return { kind: 'table', title: 'Shifts', head: ['shift', 'time', 'hours', 'assigned'], rows };
}

function factsOf({ instance: { job }, result: { roster, solution } }: Shown): Figure {
  const { shiftDemand, timeDemand } = roster.demandFulfillment;
  const { min, ideal } = job.demandType === 'TIME_DEMAND' ? timeDemand : shiftDemand;
  const facts = {
    organisation: job.organisationId,
    'hard score': String(solution.score.hard),
    'soft score': rounded(solution.score.soft),
    'minimum demand': `${min.assigned} of ${min.demand}`,
    'ideal demand': `${ideal.assigned} of ${ideal.demand}`,
  };
  return {
    kind: 'facts',
    title: 'How good it is',
    facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
  };
}

/** Lists the broken constraints: strict ones first, and the most broken first in each group. */
function brokenOf({ result }: Shown): Figure {
  const findings = (['error', 'warning'] as const).flatMap((severity) =>
    result.solution.employeeOutcomes
      .flatMap(({ employeeId, hardConstraintViolations, softConstraintViolations }) =>
        severity === 'error'
          ? hardConstraintViolations.map(({ id, violation: amount }) => ({ id, amount, employeeId }))
          : softConstraintViolations.map(({ id, softPenalty: amount }) => ({ id, amount, employeeId })),
      )
      .sort((left, right) => right.amount - left.amount)
      .map(({ id, amount, employeeId }) => ({ ruleId: id, severity, message: `${employeeId}, by ${rounded(amount)}` })),
  );
  return { kind: 'findings', title: 'Constraints that are not met', findings: findings.slice(0, 100) };
}

function timesOf({ shiftStart, shiftEnd }: RosteringInstance, shift: number): string {
  return `${formatClockTime(shiftStart[shift] ?? 0)}-${formatClockTime(shiftEnd[shift] ?? 0)}`;
}

function rounded(number: number): string {
  // Adding 0 turns -0 into 0.
  return String(Math.round(number * 100) / 100 + 0);
}

/**
 * Creates a short unique code for each shift: a letter of its id if possible, or two characters if there are many
 * shifts.
 */
export function createShiftCodes(ids: readonly string[]): string[] {
  if (ids.length > spare.length) {
    return ids.map((_, index) => `${spare[Math.floor(index / spare.length)]}${spare[index % spare.length]}`);
  }
  const taken = new Set<string>();
  return ids.map((id) => {
    const wanted = [...id.toUpperCase(), ...spare];
    const code = wanted.find((letter) => spare.includes(letter) && !taken.has(letter)) ?? '?';
    taken.add(code);
    return code;
  });
}
