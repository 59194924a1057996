import type { Inspector, TerminalSize } from '@understudy/kernel/inspect';
import type { RosterInspection } from './inspection-of.js';
import {
  formatBrokenConstraints,
  formatProgressTable,
  formatRosterCaption,
  formatRosterGrid,
  formatShiftTable,
} from './roster-report.js';
import { createShiftCodes } from './shift-codes.js';

export const rosterInspector: Inspector = async ({ argument: jobId, action }) => {
  // The result of the action of this package.
  const inspection = (await action('inspectRoster', { jobId })) as RosterInspection;
  return {
    json: inspection,
    text: (screen) => textOf(inspection, screen),
    picture: () => renderSvgRoster(inspection, formatRosterCaption(inspection)),
  };
};

function textOf(inspection: RosterInspection, { width, columns }: TerminalSize): string[] {
  const { title, lines } = formatRosterCaption(inspection);
  return [
    title,
    ...lines,
    '',
    ...formatRosterGrid(inspection, width ?? columns),
    '',
    ...formatShiftTable(inspection),
    '',
    ...formatBrokenConstraints(inspection),
    ...formatProgressTable(inspection),
  ];
}

const size = { cell: 26, row: 24, top: 92, label: 150, hours: 56, legendRow: 20 };
const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;

/** Renders the roster as a picture: a row for each employee, a column for each day, a colour for each shift. */
export function renderSvgRoster(inspection: RosterInspection, { title, lines }: { title: string; lines: string[] }) {
  const { days, employees, shifts } = inspection;
  const codes = createShiftCodes(shifts.map(({ id }) => id));
  const width = Math.max(640, size.label + days.length * size.cell + size.hours);
  const bottom = size.top + employees.length * size.row;
  const used = shifts
    .map((shift, index) => ({ ...shift, index }))
    .filter(({ index, generated }) => !generated || employees.some(({ shifts: own }) => own.includes(index)));
  const height = bottom + size.row + 24 + used.length * size.legendRow + 12;
  const parts = [
    text(12, 24, title, 'font-size="16" font-weight="600"'),
    ...lines.map((line, index) => text(12, 42 + index * 16, line, 'fill="#555"')),
    ...days.flatMap(({ date, weekday, missing }, day) => {
      const x = size.label + day * size.cell;
      const weekend = weekday >= 5 ? [rect(x, size.top, size.cell, employees.length * size.row, '#f1f1f4')] : [];
      const middle = x + size.cell / 2;
      return [
        ...weekend,
        text(middle, size.top - 20, date?.slice(8) ?? String(day), 'text-anchor="middle"'),
        text(middle, size.top - 6, weekdays[weekday] ?? '', 'text-anchor="middle" fill="#777"'),
        ...(missing === 0
          ? []
          : [text(middle, bottom + 16, String(missing), 'text-anchor="middle" fill="#b3261e" font-weight="600"')]),
      ];
    }),
    text(12, bottom + 16, 'missing', 'fill="#777"'),
    ...employees.flatMap(({ id, hours, shifts: own, locked, broken }, row) => {
      const y = size.top + row * size.row;
      const colour = broken.some(({ hard }) => hard) ? '#b3261e' : '#222';
      return [
        text(12, y + 16, id.slice(0, 20), `fill="${colour}"`),
        ...own.flatMap((shift, day) => {
          if (shift < 0) return [];
          const x = size.label + day * size.cell;
          const border = locked.includes(day) ? ' stroke="#222" stroke-width="1.5"' : '';
          return [
            rect(x + 1, y + 1, size.cell - 2, size.row - 2, colourOf(shift), `rx="3"${border}`),
            text(x + size.cell / 2, y + 16, codes[shift] ?? '', 'text-anchor="middle"'),
          ];
        }),
        text(size.label + days.length * size.cell + 8, y + 16, `${Math.round(hours * 100) / 100} h`, 'fill="#555"'),
      ];
    }),
    ...used.flatMap(({ id, startTime, endTime, index }, place) => {
      const y = bottom + size.row + 16 + place * size.legendRow;
      return [
        rect(12, y, 20, 16, colourOf(index), 'rx="3"'),
        text(22, y + 12, codes[index] ?? '', 'text-anchor="middle"'),
        text(40, y + 12, `${id}  ${startTime}-${endTime}`),
      ];
    }),
  ];
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img">`;
  return `${head}\n<title>${escaped(title)}</title>\n${rect(0, 0, width, height, '#fff')}\n${parts.join('\n')}\n</svg>\n`;
}

/** Pale, distinguishable colours for any number of shifts: each rotates the hue by the golden angle. */
function colourOf(shift: number): string {
  return `hsl(${Math.round((shift * 137.5 + 200) % 360)} 65% ${78 - (shift % 3) * 6}%)`;
}

function rect(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${more === '' ? '' : ` ${more}`}/>`;
}

function text(x: number, y: number, content: string, more = ''): string {
  return `<text x="${x}" y="${y}"${more === '' ? '' : ` ${more}`}>${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
