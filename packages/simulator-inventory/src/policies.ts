/** First day that a freezeDate may name: inventory.freeze-date.bounds. */
export const earliestFreezeDate = '2000-01-01';

/** Milliseconds that a job takes under the progression `documented`. The documents name none for this API. */
export const documentedDurationMs = 60_000;
