// The open measures of described APIs as one trial: none may fall below its best figure in best.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GateFailed } from '../../gate.ts';
import { measures } from './measures.ts';

const bestFile = fileURLToPath(new URL('best.json', import.meta.url));

interface MeasuresOptions {
  /** The folder with the measures that are not part of the repository. */
  readonly bench: string | undefined;
  readonly port: number;
  readonly only: readonly string[];
}

/**
 * Runs the measures whose inputs are given, and stores figures that are better than the best.
 *
 * @param only names of measures. All when empty
 * @throws GateFailed when a figure is lower than its best
 */
export async function measuresTrial({ bench, port, only }: MeasuresOptions): Promise<string> {
  if (bench === undefined) return 'skipped, because their folder is not given: --bench or UNDERSTUDY_BENCH';
  const inputs = { bench, port };
  const best: Record<string, number> = JSON.parse(readFileSync(bestFile, 'utf8'));
  const unknown = only.find((name) => !measures.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new GateFailed(`There is no measure "${unknown}"; measures: ${measures.map(({ name }) => name).join(', ')}`);
  const [said, missing, fallen]: [string[], string[], string[]] = [[], [], []];
  for (const { name, lacks, count } of measures.filter((each) => only.length === 0 || only.includes(each.name))) {
    const lacking = lacks(inputs);
    if (lacking !== undefined) {
      missing.push(`${name} (no ${lacking})`);
      continue;
    }
    const { passed, all } = await count(inputs);
    const before = best[name] ?? 0;
    const line = `${name} ${passed} of ${all}`;
    console.log(`${line}, best ${before}`);
    said.push(line);
    if (passed < before) fallen.push(`${line}, which was ${before}`);
    else if (passed > before) {
      best[name] = passed;
      const sorted = Object.entries(best).sort(([one], [other]) => (one < other ? -1 : 1));
      writeFileSync(bestFile, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
    }
  }
  const left = missing.length === 0 ? '' : `; not counted: ${missing.join(', ')}`;
  if (fallen.length > 0) throw new GateFailed(`fallen: ${fallen.join('; ')}${left}`);
  return `${said.length === 0 ? 'nothing is measured' : said.join('; ')}${left}`;
}
