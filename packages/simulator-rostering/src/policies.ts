/** Scopes that open this API (rostering.gap.scope-value). */
export const scopes = ['automatic-rostering-stage', 'automatic-rostering-prod'] as const;

/** Milliseconds between two rosters that a running solver hands over, at least. */
export const tellEvery = 100;

/**
 * On a manual clock a second of the time limit is worth less work than on a running one: so
 * much for each second of the time limit, and never more than `most`, about half a second of computing
 * (rostering.gap.configuration-contents).
 */
export const manualBudget = { movesPerSecond: 100_000, most: 400_000 } as const;

/** Milliseconds that a job takes under the progression `documented`: the documents name none. */
export const documentedDuration = 10_000;

/** Bytes of a definition up to which it is checked by the thread that serves the request; larger ones by a worker. */
export const mostBytesCheckedHere = 64 * 1024;
