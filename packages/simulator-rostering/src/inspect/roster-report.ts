import { formatTable } from '@understudy/kernel/inspect';
import type { RosterInspection } from './inspection-of.js';

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
/** Lines of the lists below the grid. */
const most = { broken: 12, steps: 8 };

const cutShortNote = 'The clock ended the search before its work was done: an equal seed may give another roster.';

/** Formats whose roster this is, how far the solver has progressed, and how good the roster is. */
export function formatRosterCaption(inspection: RosterInspection): { title: string; lines: string[] } {
  const { title, organisationId, customerId, jobId, statusCode, duration, score, demand } = inspection;
  const filled = ({ assigned, demand: wanted }: { assigned: number; demand: number }) => `${assigned} of ${wanted}`;
  return {
    title: `${title} of ${organisationId} (customer ${customerId})`,
    lines: [
      `job ${jobId}: ${statusCode} after ${duration} s`,
      `score hard ${rounded(score.hard)}, soft ${rounded(score.soft)}; minimum demand ${filled(demand.min)}, ideal ${filled(demand.ideal)}`,
    ],
  };
}

/** Formats the history of the score and, if known, its distance from the best possible score. */
import { createShiftCodes } from './shift-codes.js';
export function formatProgressTable({ steps, bound, cutShort }: RosterInspection): string[] {
  if (steps.length === 0) return [];
  const timed = steps.some(({ elapsed }) => elapsed > 0);
  const shown = steps.length <= most.steps ? steps : [...steps.slice(0, 1), ...steps.slice(1 - most.steps)];
  const rows = shown.map(({ elapsed, iterations, score }) => [
    timed ? `${rounded(elapsed / 1000)} s` : `${iterations} moves`,
    rounded(score.hard),
    rounded(score.soft),
    bound === undefined ? '' : rounded(bound.soft - score.soft),
  ]);
  const end =
    bound === undefined
      ? 'How much better a roster could be is not known.'
      : `No roster has more than soft ${rounded(bound.soft)}.`;
  return [
    '',
    ...formatTable([['found after', 'hard', 'soft', 'gap'], ...rows]),
    end,
    ...(cutShort ? [cutShortNote] : []),
  ];
}

/** Formats the grid as a row per employee and a column per day, in blocks of at most `width` characters. */
export function formatRosterGrid({ days, employees, shifts }: RosterInspection, width: number): string[] {
  const codes = createShiftCodes(shifts.map(({ id }) => id));
  const cell = Math.max(2, codes[0]?.length ?? 1) + 1;
  const label = Math.max('missing'.length, ...employees.map(({ id }) => Math.min(id.length, 24)));
  const perBlock = Math.max(1, Math.floor((width - label - 'hours'.length - 4) / cell));
  const lines: string[] = [];
  for (let from = 0; from < days.length; from += perBlock) {
    const shown = days.slice(from, from + perBlock);
    const isLast = from + perBlock >= days.length;
    const row = (name: string, cells: readonly string[], end = '') =>
      `${name.slice(0, 24).padEnd(label)}  ${cells.map((text) => text.padEnd(cell)).join('')}${isLast ? ` ${end}` : ''}`.trimEnd();
    if (lines.length > 0) lines.push('');
    lines.push(
      row(
        '',
        shown.map(({ date }, index) => date?.slice(8) ?? String(from + index)),
        'hours',
      ),
    );
    lines.push(
      row(
        '',
        shown.map(({ weekday }) => weekdays[weekday] ?? ''),
      ),
    );
    for (const { id, hours, locked, shifts: own, broken } of employees) {
      const cells = own
        .slice(from, from + perBlock)
        .map((shift, index) => (shift < 0 ? '.' : `${codes[shift]}${locked.includes(from + index) ? '*' : ''}`));
      const mark = broken.some(({ hard }) => hard) ? ' !' : broken.length > 0 ? ' ~' : '';
      lines.push(row(id, cells, `${rounded(hours).padStart(5)}${mark}`));
    }
    lines.push(
      row(
        'missing',
        shown.map(({ missing }) => (missing === 0 ? '' : String(missing))),
      ),
    );
  }
  return lines;
}

export function formatShiftTable({ shifts, employees }: RosterInspection): string[] {
  const codes = createShiftCodes(shifts.map(({ id }) => id));
  const used = new Map<number, number>();
  for (const shift of employees.flatMap(({ shifts: own }) => own)) used.set(shift, (used.get(shift) ?? 0) + 1);
  const rows = shifts.flatMap(({ id, startTime, endTime, hours, generated }, shift) =>
    generated && !used.has(shift)
      ? []
      : [[`${codes[shift]} ${id}`, `${startTime}-${endTime}`, rounded(hours), String(used.get(shift) ?? 0)]],
  );
  return [...formatTable([['shift', 'time', 'hours', 'assigned'], ...rows]), '* given, not planned by the solver'];
}

export function formatBrokenConstraints({ employees }: RosterInspection): string[] {
  const all = employees.flatMap(({ id, broken }) => broken.map((one) => ({ ...one, employee: id })));
  if (all.length === 0) return ['Every constraint is met.'];
  const sorted = all.sort((left, right) => Number(right.hard) - Number(left.hard) || right.amount - left.amount);
  const rows = sorted
    .slice(0, most.broken)
    .map(({ id, employee, hard, amount }) => [`${hard ? '!' : '~'} ${id}`, employee, rounded(amount)]);
  const hidden = all.length - rows.length;
  return [
    ...formatTable([['  not met', 'by', 'amount'], ...rows]),
    ...(hidden === 0 ? [] : [`  and ${hidden} more: --json`]),
    '! hard, by how much; ~ soft, its penalty',
  ];
}

function rounded(number: number): string {
  // No minus before a zero.
  return String(Math.round(number * 100) / 100 + 0);
}
