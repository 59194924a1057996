import { type ApiContract, type Finding, type Ledger, omitUndefined } from '@understudy/contract';
import { lintScenarios } from '../arazzo/lint-scenarios.js';
import type { OperationEffect, ScenarioFile } from '../arazzo/model.js';
import { listOpenApiSources, type ResolvedWorkflow } from '../arazzo/resolve.js';
import { explainEmptySelection, selectWorkflows, type WorkflowFilter } from '../arazzo/select-workflows.js';
import type { RunShard } from '../assign-workflows.js';
import { assignWorkflows } from '../assign-workflows.js';
import { createWireCoverage } from '../coverage/wire-coverage.js';
import { shuffle } from '../fingerprint.js';
import { createRedactor } from '../redactor.js';
import {
  hasErrors,
  type PreviousAttempt,
  type RunListener,
  type RunResult,
  type WorkflowResult,
} from '../results/result.js';
import type { PreflightResult } from '../targets/target.js';
import { type Target, TargetUnreachableError } from '../targets/target.js';
import { type WallClock, wallClock } from '../wall-clock.js';
import { checkRunNotEmpty, completeRunResult } from './complete-run-result.js';
import { findSkipReason } from './find-skip-reason.js';
import { createSkippedResult, runScenario, type ScenarioContext } from './run-scenario.js';

export interface RunOptions extends WorkflowFilter {
  files: readonly ScenarioFile[];
  /** True if the user selected the files, in which case only their APIs count. */
  picked?: boolean | undefined;
  /** Contracts by source name, which is the folder under `specs/`. */
  contracts: Map<string, ApiContract>;
  ledger: Ledger;
  target: Target;
  /** Skips all remaining workflows after a failure. */
  bail?: boolean | undefined;
  /** Maximum retries of a failed workflow. Default 0. A workflow that passes on a retry is `flaky`. */
  retries?: number | undefined;
  /** Runs only this shard. */
  shard?: RunShard | undefined;
  /** Number of workflows to run in parallel. Default 4, or 1 on a target without isolation. */
  jobs?: number | undefined;
  /** Shuffles the workflows. The same seed always gives the same order. */
  seed?: string | undefined;
  /** Values for the inputs that workflows declare, such as credentials. */
  inputs?: Readonly<Record<string, unknown>> | undefined;
  /** Values that must not appear in any report. */
  secrets?: readonly string[] | undefined;
  /** Allowed effects on foreign targets. Default `read`. */
  allowEffects?: readonly OperationEffect[] | undefined;
  /** Prefix of resource names on environments, for reports. */
  runId?: string | undefined;
  /** Stops the run after the current steps, then cleans up. */
  signal?: AbortSignal | undefined;
  onEvent?: RunListener | undefined;
  clock?: WallClock | undefined;
}

/**
 * Runs the selected workflows against a target. Findings never cause an exception, and a target that does not respond
 * is reported as `unreachable`.
 *
 * @throws RangeError for an invalid `jobs` or shard
 */
export async function runScenarios(options: RunOptions): Promise<RunResult> {
  const { target, clock = wallClock, onEvent: report = () => {} } = options;
  if (options.jobs !== undefined && !(Number.isInteger(options.jobs) && options.jobs >= 1)) {
    throw new RangeError(`jobs must be a positive integer, but is ${options.jobs}.`);
  }
  const started = clock.now();
  const unreachable = await probe(target, options.signal);
  const jobs = target.isolate === undefined ? (target.concurrency ?? 1) : (options.jobs ?? 4);
  const seed = options.seed ?? null;
  const selected = selectWorkflows(options.files, options);
  const whole = seed === null ? selected : shuffle(selected, seed);
  const places = options.shard && assignWorkflows(whole.length, options.shard);
  const order = places === undefined ? whole : whole.filter((_, place) => places.includes(place));
  const startedAt = new Date(started).toISOString();
  report({ type: 'run-started', target: target.name, seed, jobs, workflows: order.length, startedAt });

  const preflight = unreachable === undefined ? await lookAhead(options, order) : undefined;
  const planned = planRun(options, order);
  const plan = { ...planned, findings: [...planned.findings, ...(preflight?.findings ?? [])] };
  for (const finding of plan.findings) report({ type: 'finding', finding });
  const apis = apisOf(options, selected);
  const observer = createWireCoverage(new Map([...options.contracts].filter(([name]) => apis.includes(name))));
  const { contracts, secrets, inputs, signal } = options;
  const context: ScenarioContext = { target, contracts, secrets, clock, inputs, observer, signal, report };
  const runOne = async (item: ResolvedWorkflow): Promise<WorkflowResult> => {
    const blocked = plan.blocked.get(item.workflow);
    return blocked === undefined
      ? await withRetries(options, () => runScenario(context, item))
      : createSkippedResult(item, 'failed', 'the scenario has errors', blocked);
  };
  const run =
    unreachable === undefined
      ? await runInOrder(order, jobs, { ...options, preflight }, runOne, report)
      : { workflows: [], lost: undefined };
  const lost = unreachable ?? run.lost;
  const findings =
    lost === undefined && !hasErrors(preflight?.findings ?? [])
      ? [...plan.findings, ...emptyFindings(options, run.workflows, report)]
      : plan.findings;
  const { runId, shard } = options;
  const head = omitUndefined({
    ...{ schemaVersion: 3 as const, target: target.name, runId, seed, jobs, startedAt },
    ...{ durationMilliseconds: clock.now() - started, apis, findings },
    shard: shard && places && { index: shard.index, count: shard.count, places },
    wire: observer.coverage(),
    interrupted: signal?.aborted === true || undefined,
    unreachable: lost,
  });
  const result = completeRunResult({ ...head, workflows: run.workflows }, options);
  report({ type: 'run-finished', result });
  return result;
}

/** Returns the APIs of the selected files or filters, or all described APIs. */
function apisOf(options: RunOptions, selected: readonly ResolvedWorkflow[]): string[] {
  const { contracts, picked, tags, apis, claims } = options;
  if (picked !== true && [tags, apis, claims].every((filter) => (filter ?? []).length === 0))
    return [...contracts.keys()];
  const named = new Set([...(apis ?? []), ...selected.flatMap(({ file }) => file.api ?? listOpenApiSources(file))]);
  return [...contracts.keys()].filter((name) => named.has(name));
}

/**
 * Plans a run. Workflows with structural or reference errors are skipped, and other errors are reported. Only
 * `lintScenarios` reports warnings.
 */
function planRun(
  options: RunOptions,
  order: readonly ResolvedWorkflow[],
): { findings: Finding[]; blocked: Map<object, Finding[]> } {
  const blocked = new Map<object, Finding[]>();
  const findings: Finding[] = [];
  const files = new Map(options.files.map((file) => [file.file, file]));
  const selected = new Set(order.map((item) => item.workflow));
  const begun = new Set(order.map((item) => item.file));
  const lint = lintScenarios([...options.files], options.contracts, options.ledger, (file) => begun.has(file));
  for (const finding of lint) {
    if (finding.severity !== 'error') continue;
    const document = files.get(finding.file ?? '')?.document;
    const index = /^\/workflows\/(\d+)(\/|$)/.exec(finding.pointer)?.[1];
    const workflow = index === undefined ? undefined : document?.workflows[Number(index)];
    if (workflow !== undefined && !selected.has(workflow)) continue;
    if (workflow !== undefined && finding.ruleId.startsWith('arazzo/')) {
      blocked.set(workflow, [...(blocked.get(workflow) ?? []), finding]);
    } else {
      findings.push(finding);
    }
  }
  return { findings, blocked };
}

/** Returns the preflight findings for the workflows to run. */
async function lookAhead(
  options: RunOptions,
  order: readonly ResolvedWorkflow[],
): Promise<PreflightResult | undefined> {
  const { target, contracts, allowEffects = [], signal, secrets } = options;
  if (target.preflight === undefined || signal?.aborted === true) return undefined;
  const items = order.filter(
    (item) => findSkipReason(item, target, ['read', ...allowEffects], contracts) === undefined,
  );
  return createRedactor(secrets).known(await target.preflight(items, signal));
}

/**
 * Runs workflows in order, up to `jobs` in parallel.
 *
 * @returns the results, and `lost`: the reason why the target stopped responding
 */
async function runInOrder(
  order: readonly ResolvedWorkflow[],
  jobs: number,
  options: RunOptions & { preflight: PreflightResult | undefined },
  runOne: (item: ResolvedWorkflow) => Promise<WorkflowResult>,
  report: RunListener,
): Promise<{ workflows: WorkflowResult[]; lost?: string | undefined }> {
  const { target, bail, contracts, signal, preflight, allowEffects = [] } = options;
  const results: WorkflowResult[] = [];
  let next = 0;
  let stop: string | undefined;
  let lost: string | undefined;
  const worker = async (): Promise<void> => {
    for (let item = order[next]; item !== undefined; item = order[next]) {
      const place = next++;
      if (signal?.aborted === true) stop ??= 'not run: the run was interrupted';
      const why = stop ?? findSkipReason(item, target, ['read', ...allowEffects], contracts, preflight);
      const result = why === undefined ? await runOne(item) : createSkippedResult(item, 'skipped', why);
      results[place] = result;
      report({ type: 'workflow-finished', workflow: { file: result.file, workflowId: result.workflowId }, result });
      if (result.outcome !== 'failed') continue;
      if (bail === true) stop ??= 'not run: an earlier workflow failed and --bail was given';
      if (gotNoResponse(result)) {
        lost ??= await probe(target, signal);
        if (lost !== undefined) stop ??= 'not run: the target stopped responding';
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return { workflows: results, lost };
}

function gotNoResponse(result: WorkflowResult): boolean {
  const findings = [...result.findings, ...result.steps.flatMap((step) => step.findings)];
  return findings.some((finding) => finding.ruleId === 'step/no-response' || finding.ruleId === 'target/failed');
}

/** Returns why the target does not respond, or undefined if it does. The reason is unknown after an interruption. */
async function probe(target: Target, signal: AbortSignal | undefined): Promise<string | undefined> {
  try {
    if (signal?.aborted !== true) await target.probe(signal);
    return undefined;
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    if (error instanceof TargetUnreachableError) return error.message;
    throw error;
  }
}

function emptyFindings(options: RunOptions, results: readonly WorkflowResult[], report: RunListener): Finding[] {
  // Other shards can contain the selected workflows.
  if (options.shard !== undefined && selectWorkflows(options.files, options).length > 0) return [];
  const findings = checkRunNotEmpty(results, () => explainEmptySelection(options.files, options));
  for (const finding of findings) report({ type: 'finding', finding });
  return findings;
}

/** Retries a failed workflow, unless it left resources on the target, which a retry would encounter. */
async function withRetries(
  { retries = 0, signal }: { readonly retries?: number | undefined; readonly signal?: AbortSignal | undefined },
  run: () => Promise<WorkflowResult>,
): Promise<WorkflowResult> {
  const earlier: PreviousAttempt[] = [];
  for (;;) {
    const result = await run();
    const isLast =
      result.outcome !== 'failed' ||
      result.cleanupIncomplete !== undefined ||
      earlier.length >= retries ||
      signal?.aborted === true;
    if (!isLast) {
      const { steps, findings, durationMilliseconds } = result;
      earlier.push({ steps, findings, durationMilliseconds });
    } else if (earlier.length === 0) return result;
    else return { ...result, outcome: result.outcome === 'passed' ? 'flaky' : result.outcome, earlier };
  }
}
