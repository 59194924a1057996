/** Bytes of a job's whole result, as JSON in UTF-8, from above which it is not served (time.error.result-over-6mb). */
export const maxResultBytes = 6 * 1024 * 1024;

/** Registrations of a request up to which its result stays below that (time.limit.result-guideline). */
const resultGuideline = 4000;

const minute = 60_000;

/** Documented minutes (time.upload.duration, time.prediction.duration, by employees: time.trainer.duration). */
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

/** "Under two minutes" is a bound: a job takes this share of it. */
const shareOfBound = 0.9;

/** Computes the milliseconds of a job with the progression `documented`, nine tenths of each documented bound. */
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
