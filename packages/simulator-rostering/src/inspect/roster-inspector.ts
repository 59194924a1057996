import type { Figure } from '@understudy/kernel';
import type { Inspector } from '@understudy/kernel/inspect';
import { createRosterFigures, rounded } from '../roster-view.js';
import type { RosterInspection } from './inspection-of.js';

/** Steps of the search in the table. */
const mostSteps = 8;

export const rosterInspector: Inspector = async ({ argument, action }) => {
  // The result of the action of this package.
  const inspection = (await action('inspectRoster', { jobId: argument })) as RosterInspection;
  const { title, organisationId, customerId, jobId, statusCode, duration, score } = inspection;
  return {
    json: inspection,
    title: `${title} of ${organisationId} (customer ${customerId})`,
    lines: [
      `job ${jobId}: ${statusCode} after ${duration} s`,
      `score hard ${rounded(score.hard)}, soft ${rounded(score.soft)}`,
    ],
    figures: [...createRosterFigures(inspection), progressOf(inspection)],
  };
};

/** The history of the score and, if known, its distance from the best possible score. */
function progressOf({ steps, bound, cutShort }: RosterInspection): Figure {
  const timed = steps.some(({ elapsed }) => elapsed > 0);
  const shown = steps.length <= mostSteps ? steps : [...steps.slice(0, 1), ...steps.slice(1 - mostSteps)];
  const limit =
    bound === undefined
      ? 'How much better a roster could be is not known.'
      : `No roster has more than soft ${rounded(bound.soft)}.`;
  return {
    kind: 'table',
    title: 'Rosters that were found',
    head: ['found after', 'hard', 'soft', 'gap'],
    rows: shown.map(({ elapsed, iterations, score }) => [
      timed ? `${rounded(elapsed / 1000)} s` : `${iterations} moves`,
      rounded(score.hard),
      rounded(score.soft),
      bound === undefined ? '' : rounded(bound.soft - score.soft),
    ]),
    note: cutShort ? `${limit} The clock ended the search before its work was done.` : limit,
  };
}
