// Second runner: `redocly respect` passes on scenario files against a started server, so that no scenario leans on a reading
// of Arazzo that is ours alone.
//   tsx scripts/gates/second-runner.ts           a sample with every operation and every feature of the format that any file has
//   tsx scripts/gates/second-runner.ts --all     every file
//   tsx scripts/gates/second-runner.ts presign   the files named so
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { root } from '../steps.mjs';
import { describedApis } from './described-apis.ts';
import { GateFailed, gate, inParallel, runNode, startServer, temporaryFolder } from './gate.ts';
import { featuresOf } from './second-runner/features-of.ts';
import { type RespectReport, readReport } from './second-runner/respect-report.ts';
import { type Candidate, sampleOf } from './second-runner/sample-of.ts';

/** A scenario file, read. */
interface Scenario extends Candidate {
  readonly workflowIds: readonly string[];
}

const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

/** Files that one process runs, one after the other: starting Redocly costs as much as running a file. */
const filesAtOnce = 32;

/** Steps that one process runs, unless a single file has more of them. */
const stepsAtOnce = 700;

/** What a step with a file for a body counts: Redocly looks through large bodies again and again. */
const stepsPerUpload = 60;

/** Processes at a time: more than there are cores, because retries wait in real time. */
const width = 6;

const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});

await gate('second runner', 480, async () => {
  const present = await readScenarios();
  const named = present.filter(({ file }) => parts.every((part) => file.includes(part)));
  if (named.length === 0) throw new GateFailed('No scenario file has that name.');
  const chosen = options.all || parts.length > 0 ? named : sampleOf(named);
  const { url, complaints } = await startServer('--clock', 'real', '--seed', 'empty');
  // Sources have the names of the descriptions in every scenario.
  const sources = await describedApis();
  const folder = temporaryFolder('respect');

  /** Every batch has a sandbox of its own: its files run one after the other, beside those of other batches. */
  async function respect(batch: readonly string[], name: string): Promise<RespectReport> {
    const servers = sources.flatMap((source) => ['--server', `${source}=${url}/~respect-${name}`]);
    const output = join(folder, `${name}.json`);
    const { said } = await runNode([redocly, 'respect', ...batch, ...servers, '--json-output', output]);
    return await readFile(output, 'utf8').then(JSON.parse, () => {
      throw new GateFailed(`redocly respect ${batch.join(' ')} wrote no report:\n${said}`);
    });
  }

  const vigilance = proveVigilance(folder, respect);
  const counts = await inParallel(batchesOf(chosen), width, async (batch, index) => {
    const report = await respect(
      batch.map(({ file }) => file),
      String(index),
    );
    return batch.map(({ file, workflowIds }) => readReport(report, file, workflowIds));
  });
  await vigilance;
  const failures = counts.flat().flatMap((count) => count.failures);
  if (failures.length > 0) throw new GateFailed(failures.join('\n'));
  if (complaints() !== '') throw new GateFailed(complaints());
  const steps = counts.flat().reduce((sum, count) => sum + count.steps, 0);
  const features = new Set(chosen.flatMap((one) => [...one.features])).size;
  return `${chosen.length} of ${present.length} files, ${steps} steps with ${features} features pass with redocly respect`;
});

/** A runner that finds nothing may be asleep: a scenario that expects the wrong status must fail, at the step that does so. */
async function proveVigilance(
  folder: string,
  respect: (batch: readonly string[], name: string) => Promise<RespectReport>,
): Promise<void> {
  const steps = [
    { stepId: 'wrong', operationId: 'checkHealth', successCriteria: [{ condition: '$statusCode == 418' }] },
  ];
  const planted = {
    arazzo: '1.0.1',
    info: { title: 'Planted', version: '1' },
    sourceDescriptions: [{ name: 'inventory', url: join(root, 'specs/inventory/openapi.yaml'), type: 'openapi' }],
    workflows: [{ workflowId: 'planted', steps }],
  };
  const file = join(folder, 'planted.arazzo.yaml');
  await writeFile(file, JSON.stringify(planted));
  const report = await respect([file], 'planted');
  const [ran] = Object.values(report.files ?? {}).flatMap(({ executedWorkflows = [] }) => executedWorkflows);
  const noticed = ran?.executedSteps.some(({ checks = [] }) => checks.some(({ status }) => status !== 'success'));
  if (noticed !== true) throw new GateFailed('redocly respect does not notice an answer with the wrong status.');
}

async function readScenarios(): Promise<Scenario[]> {
  const names = await readdir(join(root, 'scenarios'), { recursive: true });
  const files = names
    .filter((name) => name.endsWith('.arazzo.yaml'))
    .map((name) => `scenarios/${name.replaceAll('\\', '/')}`);
  return await Promise.all(
    files.sort().map(async (file) => {
      const text = await readFile(join(root, file), 'utf8');
      const scenario: { workflows: { workflowId: string }[] } = parse(text);
      const weight = text.split('- stepId: ').length + stepsPerUpload * (text.split('$file(').length - 1);
      const workflowIds = scenario.workflows.map(({ workflowId }) => workflowId);
      return { file, weight, workflowIds, features: featuresOf(scenario) };
    }),
  );
}

/**
 * As many together as one process takes; scenarios of the control plane change their whole sandbox and have one each. What
 * takes longest comes first, so that nothing long is left for the end.
 */
function batchesOf(scenarios: readonly Scenario[]): Scenario[][] {
  const batches: { shared: boolean; weight: number; scenarios: Scenario[] }[] = [];
  for (const scenario of [...scenarios].sort((one, other) => (one.file < other.file ? -1 : 1))) {
    const shared = dirname(scenario.file) !== 'scenarios/control';
    const last = batches.findLast((batch) => batch.shared);
    const fits =
      last !== undefined && last.scenarios.length < filesAtOnce && last.weight + scenario.weight <= stepsAtOnce;
    if (fits && shared) {
      last.scenarios.push(scenario);
      last.weight += scenario.weight;
    } else batches.push({ shared, weight: scenario.weight, scenarios: [scenario] });
  }
  return batches.sort((one, other) => other.weight - one.weight).map((batch) => batch.scenarios);
}
