import { defineView, type Figure } from '@understudy/kernel';
import { rosterJobs } from './entities.js';
import type { InspectedRoster, InspectionWork } from './inspect/inspection-of.js';
import { createShiftCodes } from './inspect/shift-codes.js';
import { findBestRoster } from './jobs/roster-job.js';
import { toWorkerFunction } from './to-worker-function.js';

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;

export const rosterView = defineView(rosterJobs, async ({ value: job }, { compute }) => {
  const { roster } = findBestRoster(job) ?? {};
  const work: InspectionWork = { definition: job.input.definition, ...(roster === undefined ? {} : { roster }) };
  const inspected = await compute<InspectedRoster>(toWorkerFunction('createRosterInspection'), work);
  return createRosterFigures(inspected);
});

/** The roster as a grid, its shifts, its score, and what it breaks. */
export function createRosterFigures(inspected: InspectedRoster): Figure[] {
  return [gridOf(inspected), shiftsOf(inspected), factsOf(inspected), brokenOf(inspected)];
}

function gridOf({ days, shifts, employees, title }: InspectedRoster): Figure {
  const codes = createShiftCodes(shifts.map(({ id }) => id));
  return {
    kind: 'grid',
    title,
    columns: days.map(({ date, weekday }, index) => ({
      label: weekdays[weekday] ?? '',
      detail: date?.slice(8) ?? String(index + 1),
    })),
    rows: [
      ...employees.map(({ id, hours, shifts: own, locked, broken }) => ({
        label: id,
        cells: own.map((shift, day) => {
          const found = shifts[shift];
          if (found === undefined) return { text: '' };
          const given = locked.includes(day);
          const title = `${found.id}, ${found.startTime}-${found.endTime}${given ? ', given' : ''}`;
          return { text: `${codes[shift]}${given ? '*' : ''}`, title, tone: 'good' as const };
        }),
        note: `${rounded(hours)} h${broken.some(({ hard }) => hard) ? ' !' : ''}`,
      })),
      {
        label: 'missing',
        cells: days.map(({ missing }) =>
          missing === 0 ? { text: '' } : { text: String(missing), title: `${missing} missing`, tone: 'bad' as const },
        ),
      },
    ],
    legend: [
      { text: '*', meaning: 'given, not planned by the solver' },
      { text: '!', meaning: 'a hard constraint is not met' },
    ],
  };
}

function shiftsOf({ shifts, employees }: InspectedRoster): Figure {
  const codes = createShiftCodes(shifts.map(({ id }) => id));
  const assigned = new Map<number, number>();
  for (const shift of employees.flatMap((employee) => employee.shifts))
    assigned.set(shift, (assigned.get(shift) ?? 0) + 1);
  const rows = shifts.flatMap(({ id, startTime, endTime, hours, generated }, shift) =>
    generated && !assigned.has(shift)
      ? []
      : [[`${codes[shift]} ${id}`, `${startTime}-${endTime}`, rounded(hours), String(assigned.get(shift) ?? 0)]],
  );
  return { kind: 'table', title: 'Shifts', head: ['shift', 'time', 'hours', 'assigned'], rows };
}

function factsOf({ organisationId, score, demand }: InspectedRoster): Figure {
  const filled = ({ assigned, demand: wanted }: { assigned: number; demand: number }) => `${assigned} of ${wanted}`;
  const facts = [
    ['organisation', organisationId],
    ['hard score', String(score.hard)],
    ['soft score', rounded(score.soft)],
    ['minimum demand', filled(demand.min)],
    ['ideal demand', filled(demand.ideal)],
  ] as const;
  return { kind: 'facts', title: 'How good it is', facts: facts.map(([name, value]) => ({ name, value })) };
}

function brokenOf({ employees }: InspectedRoster): Figure {
  const all = employees.flatMap(({ id, broken }) => broken.map((one) => ({ ...one, employee: id })));
  const sorted = all.sort((left, right) => Number(right.hard) - Number(left.hard) || right.amount - left.amount);
  return {
    kind: 'findings',
    title: 'Constraints that are not met',
    findings: sorted
      .slice(0, 100)
      .map(({ id, employee, hard, amount }) => ({
        ruleId: id,
        severity: hard ? 'error' : 'warning',
        message: `${employee}, by ${rounded(amount)}`,
      })),
  };
}

export function rounded(number: number): string {
  // No minus before a zero.
  return String(Math.round(number * 100) / 100 + 0);
}
