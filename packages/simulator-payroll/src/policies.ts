/** Milliseconds that a job takes under the progression `documented`. The documents name none for this API. */
export const documentedDurationMs = 60_000;
