import type { Inspector, TerminalSize } from '@understudy/kernel/inspect';
import type { RosterInspection } from './inspection-of.js';
import { brokenList, progressTable, rosterCaption, rosterGrid, shiftTable } from './roster-report.js';
import { svgRoster } from './svg-roster.js';

/** Looks at a job by the action `inspectRoster`. */
export const lookAtRoster: Inspector = async ({ argument: jobId, action }) => {
  // The result of the action of this package.
  const inspection = (await action('inspectRoster', { jobId })) as RosterInspection;
  return {
    json: inspection,
    text: (screen) => textOf(inspection, screen),
    picture: () => svgRoster(inspection, rosterCaption(inspection)),
  };
};

function textOf(inspection: RosterInspection, { width, columns }: TerminalSize): string[] {
  const { title, lines } = rosterCaption(inspection);
  return [
    title,
    ...lines,
    '',
    ...rosterGrid(inspection, width ?? columns),
    '',
    ...shiftTable(inspection),
    '',
    ...brokenList(inspection),
    ...progressTable(inspection),
  ];
}
