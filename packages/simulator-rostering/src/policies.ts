/** Accepted token scopes, one per environment (rostering.gap.scope-value). */
export const rosteringScopes = ['automatic-rostering-stage', 'automatic-rostering-prod'] as const;

/** Minimum milliseconds between two reported rosters on a real clock. The final roster is reported at once. */
export const reportIntervalMs = 100;

/**
 * Search iterations on a manual clock: per second of the time limit, and the maximum per job
 * (rostering.gap.configuration-contents).
 */
export const manualClockBudget = { movesPerSecond: 100_000, most: 400_000 } as const;

/** Duration in milliseconds of a job with the progression `documented`. The documents state no duration. */
export const documentedDurationMs = 10_000;

/** Maximum length of a definition, in characters, for a check on the request's thread. A worker checks longer ones. */
export const maxInlineCheckLength = 64 * 1024;
