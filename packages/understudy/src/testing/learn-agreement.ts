import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { harEntry, harOf } from './har.js';
import { runCli } from './run-cli.js';

/**
 * A request and its response: a line such as `POST /crews`, the request body, the status, the response body, and the
 * headers of both.
 */
export type RecordedRow = readonly [
  line: string,
  sent: object | undefined,
  status: number,
  answer: unknown,
  headers?: object,
  answerHeaders?: object,
];

/** Creates an HTTP archive of these requests, one per second. */
export function toHar(rows: readonly RecordedRow[]): string {
  return harOf(
    ...rows.map(([line, sent, status, answer, sentHeaders = {}, headers = {}], index) => {
      const startedDateTime = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
      const more = { startedDateTime, status, sent, sentHeaders: { ...sentHeaders }, headers: { ...headers } };
      return harEntry(line.replace(' ', ' https://crews.test'), answer, more);
    }),
  );
}

/** Returns how well the API that `learn` infers from the first recording reproduces the second one. */
export async function learnAgreement(folder: string, first: readonly RecordedRow[], second: readonly RecordedRow[]) {
  const [one = '', two = '', learned = ''] = ['one.har', 'two.har', 'learned'].map((name) => join(folder, name));
  await writeFile(one, toHar(first));
  await writeFile(two, toHar(second));
  const { out, err } = await runCli('learn', one, '--check', two, '--folder', learned, '--json');
  if (out === '') throw new Error(err);
  return JSON.parse(out).agreements[two];
}
