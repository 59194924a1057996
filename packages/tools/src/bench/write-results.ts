import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One measurement, as RESULTS.md shows it. */
export interface Row {
  readonly what: string;
  readonly measured: number;
  /** The limit, such as `<= 1.5`. */
  readonly bar: string;
  readonly reached: boolean;
  readonly detail: string;
}

const folder = join(import.meta.dirname, '..', '..');
const json = join(folder, 'results.json');

/** Returns the measurements as a Markdown table. @param facts about the machine and the run */
export function tableOf(rows: readonly Row[], facts: string): string {
  return [
    '# Measured',
    '',
    `${facts}. Made by \`npm run bench\`.`,
    '',
    '| what | measured | bar | reached | detail |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ what, measured, bar, reached, detail }) =>
        `| ${what} | ${measured} | ${bar} | ${reached ? 'yes' : 'no'} | ${detail} |`,
    ),
    '',
  ].join('\n');
}

/** Writes RESULTS.md and results.json. */
export function writeResults(rows: readonly Row[], facts: string): void {
  writeFileSync(join(folder, 'RESULTS.md'), tableOf(rows, facts));
  writeFileSync(json, `${JSON.stringify({ facts, results: rows }, null, 2)}\n`);
}

/** Returns the previously written rows, replaced by the given rows of the same name, with new rows last. */
export function withLastResults(rows: readonly Row[]): Row[] {
  const { results: last }: { results: Row[] } = JSON.parse(readFileSync(json, 'utf8'));
  const isNew = ({ what }: Row) => !last.some((row) => row.what === what);
  return [...last.map((row) => rows.find(({ what }) => what === row.what) ?? row), ...rows.filter(isNew)];
}
