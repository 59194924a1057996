/**
 * Maximum size of a job's whole result in bytes (JSON in UTF-8). Larger results are not served
 * (time.error.result-over-6mb).
 */
export const maxResultBytes = 6 * 1024 * 1024;

/** Documented number of registrations per request whose result stays below that limit (time.limit.result-guideline). */
const resultGuideline = 4000;

const minute = 60_000;

/**
 * Documented minutes by records (time.upload.duration, time.prediction.duration) or employees (time.trainer.duration).
 */
const documented: Readonly<Record<string, readonly [Point, Point]>> = {
  upload: [
    { records: 4000, minutes: 2 },
    { records: 55_000, minutes: 10 },
  ],
  training: [
    { records: 50, minutes: 2 },
    { records: 500, minutes: 10 },
  ],
  prediction: [
    { records: 300, minutes: 2 },
    { records: 5000, minutes: 12 },
  ],
};

interface Point {
  readonly records: number;
  readonly minutes: number;
}

/** A job takes this share of a documented bound such as "under two minutes". */
const shareOfBound = 0.9;

/**
 * Computes the duration, in milliseconds, of a job with the progression `documented`: nine tenths of each documented
 * bound.
 */
export function computeDocumentedDuration(kind: string, records: number): number {
  const points = documented[kind];
  if (points === undefined) return minute;
  const [few, many] = points;
  const none = { records: 0, minutes: few.minutes / 4 };
  const [from, to] = records <= few.records ? [none, few] : [few, many];
  const slope = (to.minutes - from.minutes) / (to.records - from.records);
  return Math.round((from.minutes + (records - from.records) * slope) * shareOfBound * minute);
}

/** Warns about a prediction whose result an environment with larger entries may reject: time.gap.result-entry-size. */
export function describeGuidelineExcess(kind: string, records: number): string | undefined {
  if (kind !== 'prediction' || records <= resultGuideline) return undefined;
  return `The prediction has ${records} registrations; the guideline is ${resultGuideline} a request, because no result above ${maxResultBytes} bytes can be fetched.`;
}
