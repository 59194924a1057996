import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type RunResult, toWorkflowKey } from '@understudy/conformance';
import { isObject, stringifyJson } from '@understudy/contract';
import { UsageError } from './usage-error.js';

/** Default file for the durations that `--shard` uses. */
export const defaultDurationsFile = 'understudy.durations.json';

/** Durations in milliseconds by workflow key. */
type Durations = Record<string, number>;

/** Reads workflow durations. Returns none if the file does not exist. @throws UsageError for an invalid file */
export async function readDurations(file: string): Promise<Durations> {
  if (!existsSync(file)) return {};
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'));
    const durations = isObject(read) && read['version'] === 1 ? read['milliseconds'] : undefined;
    if (isObject(durations)) {
      const pairs = Object.entries(durations).flatMap(([key, value]): [string, number][] =>
        typeof value === 'number' && value >= 0 ? [[key, value]] : [],
      );
      if (pairs.length === Object.keys(durations).length) return Object.fromEntries(pairs);
    }
  } catch {
    // Reported below.
  }
  throw new UsageError(`${file} does not contain workflow durations. Regenerate it with run --durations ${file}`);
}

/** Writes the measured durations and leaves the others unchanged. */
export async function writeDurations(file: string, { workflows }: RunResult): Promise<void> {
  const measured = workflows.flatMap(({ file: scenario, workflowId, outcome, durationMilliseconds }) =>
    outcome === 'skipped' ? [] : [[toWorkflowKey(scenario, workflowId), durationMilliseconds] as const],
  );
  const all = Object.entries({ ...(await readDurations(file)), ...Object.fromEntries(measured) });
  all.sort(([one], [other]) => (one < other ? -1 : 1));
  await writeFile(file, `${stringifyJson({ version: 1, milliseconds: Object.fromEntries(all) }, 1)}\n`);
}
