import type { Inspector, TerminalSize } from '@understudy/kernel/inspect';
import type { RosterInspection } from './inspection-of.js';
import {
  formatBrokenConstraints,
  formatProgressTable,
  formatRosterCaption,
  formatRosterGrid,
  formatShiftTable,
} from './roster-report.js';
import { renderSvgRoster } from './svg-roster.js';

/** Shows a job through the action `inspectRoster`. */
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
