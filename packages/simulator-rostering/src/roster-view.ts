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
  return [gridOf(inspected), factsOf(inspected), brokenOf(inspected)];
});

function gridOf({ days, shifts, employees, title }: InspectedRoster): Figure {
  const codes = createShiftCodes(shifts.map(({ id }) => id));
  const used = new Set(employees.flatMap((employee) => employee.shifts));
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
        note: `${Math.round(hours * 100) / 100} h${broken.some(({ hard }) => hard) ? ' !' : ''}`,
      })),
      {
        label: 'missing',
        cells: days.map(({ missing }) =>
          missing === 0 ? { text: '' } : { text: String(missing), title: `${missing} missing`, tone: 'bad' as const },
        ),
      },
    ],
    legend: [
      ...shifts.flatMap(({ id, startTime, endTime }, shift) =>
        used.has(shift) ? [{ text: codes[shift] ?? '', meaning: `${id}, ${startTime}-${endTime}` }] : [],
      ),
      { text: '*', meaning: 'given, not planned by the solver' },
      { text: '!', meaning: 'a hard constraint is not met' },
    ],
  };
}

function factsOf({ organisationId, score, demand }: InspectedRoster): Figure {
  const filled = ({ assigned, demand: wanted }: { assigned: number; demand: number }) => `${assigned} of ${wanted}`;
  const facts = [
    ['organisation', organisationId],
    ['hard score', String(score.hard)],
    ['soft score', String(Math.round(score.soft * 100) / 100)],
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
        message: `${employee}, by ${Math.round(amount * 100) / 100}`,
      })),
  };
}
