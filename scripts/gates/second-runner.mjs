// Second runner: `redocly respect` passes on every scenario file against a started server, so that no scenario leans on a
// reading of Arazzo that is ours alone. `node scripts/gates/second-runner.mjs presign` takes only the files named so.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../steps.mjs';
import { GateFailed, gate, inParallel, runNode, startServer, temporaryFolder } from './gate.mjs';

const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

/** Files that one process runs, one after the other: starting Redocly costs as much as running a file. */
const filesAtOnce = 32;

/** Steps that one process runs, unless a single file has more of them. */
const stepsAtOnce = 1100;

/** What a step with a file for a body counts: Redocly looks through large bodies again and again. */
const stepsPerUpload = 60;

/** Processes at a time: more than there are cores, because retries wait in real time. */
const width = 6;

await gate('second runner', 480, async () => {
  const files = (await scenarioFiles()).filter((file) => process.argv.slice(2).every((word) => file.includes(word)));
  if (files.length === 0) throw new GateFailed('No scenario file has that name.');
  const { url, complaints } = await startServer('--clock', 'real', '--seed', 'empty');
  const sources = await describedApis();
  const folder = temporaryFolder('respect');
  const counts = await inParallel(await batchesOf(files), width, async (batch, index) => {
    // Every batch has a sandbox of its own: its files run one after the other, beside those of other batches.
    const servers = sources.flatMap((source) => ['--server', `${source}=${url}/~respect-${index}`]);
    const output = join(folder, `${index}.json`);
    const { said } = await runNode([redocly, 'respect', ...batch, ...servers, '--json-output', output]);
    const report = await readFile(output, 'utf8').then(JSON.parse, () => {
      throw new GateFailed(`redocly respect ${batch.join(' ')} wrote no report:\n${said}`);
    });
    return await Promise.all(batch.map((file) => readReport(file, report.files?.[file])));
  });
  const failures = counts.flat().flatMap(({ failures }) => failures);
  if (failures.length > 0) throw new GateFailed(failures.join('\n'));
  if (complaints() !== '') throw new GateFailed(complaints());
  const steps = counts.flat().reduce((sum, count) => sum + count.steps, 0);
  return `${files.length} files, ${steps} steps pass with redocly respect`;
});

async function scenarioFiles() {
  const names = await readdir(join(root, 'scenarios'), { recursive: true });
  return names
    .filter((name) => name.endsWith('.arazzo.yaml'))
    .map((name) => `scenarios/${name.replaceAll('\\', '/')}`)
    .sort();
}

/** Names of the descriptions, which are those of the sources in every scenario. */
async function describedApis() {
  const folders = await readdir(join(root, 'specs'));
  const files = await Promise.all(folders.map((name) => readdir(join(root, 'specs', name)).catch(() => [])));
  return folders.filter((_name, index) => files[index].includes('openapi.yaml'));
}

/**
 * Neighbours together; scenarios of the control plane change their whole sandbox and have one each. What takes longest comes
 * first, so that nothing long is left for the end.
 */
async function batchesOf(files) {
  const batches = [];
  for (const file of files) {
    const weight = await weigh(file);
    const last = batches.at(-1);
    const alone = dirname(file) === 'scenarios/control';
    const full = last === undefined || last.files.length === filesAtOnce || last.weight + weight > stepsAtOnce;
    if (full || alone || dirname(last.files[0]) !== dirname(file)) batches.push({ files: [file], weight });
    else {
      last.files.push(file);
      last.weight += weight;
    }
  }
  return batches.sort((one, other) => other.weight - one.weight).map((batch) => batch.files);
}

/** About how long a file takes, counted in steps. */
async function weigh(file) {
  const text = await readFile(join(root, file), 'utf8');
  return text.split('- stepId: ').length + stepsPerUpload * (text.split('$file(').length - 1);
}

/** What Redocly says of one file: the number of steps that ran, and each failure as a sentence. */
async function readReport(file, report) {
  const { workflows } = parse(await readFile(join(root, file), 'utf8'));
  const ran = report?.executedWorkflows ?? [];
  const missing = workflows.filter(({ workflowId }) => !ran.some((one) => one.workflowId === workflowId));
  const failures = missing.map(({ workflowId }) => `${file} ${workflowId}: did not run`);
  let steps = 0;
  for (const workflow of ran) {
    steps += workflow.executedSteps.length;
    if (workflow.status === 'success') continue;
    failures.push(...describeFailure(file, workflow));
  }
  return { steps, failures };
}

/** A step may fail and be tried again; the failed ones of a failed workflow are told with their last answer. */
function describeFailure(file, { workflowId, executedSteps }) {
  const last = new Map(executedSteps.map((step) => [step.stepId, step]));
  const failed = [...last.values()].filter(({ status }) => status !== 'success' && status !== 'warn');
  if (failed.length === 0) return [`${file} ${workflowId}: failed`];
  return failed.map(({ stepId, request, response, checks = [] }) => {
    const broken = checks.filter((check) => check.status !== 'success' && check.status !== 'skipped');
    const exchange = `${request?.method?.toUpperCase()} ${request?.url} answered ${response?.statusCode} ${JSON.stringify(response?.body)}`;
    return [
      `${file} ${workflowId} ${stepId}`,
      ...broken.map(({ name, message }) => `  ${name}: ${message}`),
      `  ${exchange}`,
    ].join('\n');
  });
}
