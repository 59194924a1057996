/** Scopes that open this API (rostering.gap.scope-value). */
export const rosteringScopes = ['automatic-rostering-stage', 'automatic-rostering-prod'] as const;

/** Milliseconds between two rosters that a running solver hands over, at least. */
export const reportIntervalMs = 100;

/** Work for a second of the time limit on a manual clock (rostering.gap.configuration-contents). */
export const manualClockBudget = { movesPerSecond: 100_000, most: 400_000 } as const;

/** Milliseconds of a job with the progression `documented`. The documents have none. */
export const documentedDurationMs = 10_000;

/** Maximum bytes of a definition that the thread of the request checks. A worker checks larger ones. */
export const maxInlineCheckBytes = 64 * 1024;
