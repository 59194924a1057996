import { omitUndefined, stringifyJson } from '@understudy/contract';
import type { CauseContext } from '../causes/find-causes.js';
import { mergeWire } from '../coverage/wire-coverage.js';
import { checkRunNotEmpty, completeRunResult } from '../engine/complete-run-result.js';
import type { RunResult, WorkflowResult } from '../results/result.js';

/** Thrown if results do not belong to the same run. */
export class ShardMergeError extends Error {
  override readonly name = 'MergeError';
}

/**
 * Merges shards or runs of different workflows. Recomputes the causes and adds up the coverage. Workflows keep the
 * order of the whole run, which lasts from the earliest start to the latest end.
 *
 * @throws ShardMergeError for a missing or repeated shard, a repeated workflow, or different targets
 */
export function mergeResults(results: readonly RunResult[], context: CauseContext): RunResult {
  const [first, ...others] = results;
  if (first === undefined) throw new ShardMergeError('Nothing to merge: pass at least one report.');
  const other = others.find(({ target }) => target !== first.target);
  if (other !== undefined) {
    const targets = `${first.target} and ${other.target}`;
    throw new ShardMergeError(`The reports are from different targets, ${targets}; use compare for these.`);
  }
  checkShards(results);
  const workflows = sortWorkflows(results);
  checkDuplicates(workflows);
  const begun = results.map(({ startedAt }) => Date.parse(startedAt));
  const ended = results.map(({ startedAt, durationMilliseconds }) => Date.parse(startedAt) + durationMilliseconds);
  const runIds = new Set(results.flatMap(({ runId }) => runId ?? []));
  const unreachable = results.find((result) => result.unreachable !== undefined)?.unreachable;
  const wires = results.flatMap(({ wire }) => wire ?? []);
  const findings = new Map(
    [...results.flatMap((result) => result.findings), ...(unreachable === undefined ? checkRunNotEmpty(workflows) : [])]
      .filter(({ ruleId }) => ruleId !== 'run/empty' || workflows.every(({ outcome }) => outcome === 'skipped'))
      .map((finding) => [stringifyJson(finding), finding]),
  );
  const merged = omitUndefined({
    ...{ schemaVersion: 3 as const, target: first.target },
    runId: runIds.size === 0 ? undefined : [...runIds].join(', '),
    seed: first.seed,
    jobs: Math.max(...results.map(({ jobs }) => jobs)),
    startedAt: new Date(Math.min(...begun)).toISOString(),
    durationMilliseconds: Math.max(...ended) - Math.min(...begun),
    apis: [...new Set(results.flatMap(({ apis }) => apis))],
    findings: [...findings.values()],
    wire: wires.length === 0 ? undefined : wires.reduce(mergeWire),
    interrupted: results.some(({ interrupted }) => interrupted === true) || undefined,
    ...{ unreachable, workflows },
  });
  return completeRunResult(merged, context);
}

function checkShards(results: readonly RunResult[]): void {
  const shards = results.flatMap(({ shard }) => shard ?? []);
  const [first] = shards;
  if (first === undefined) return;
  const { count } = first;
  if (shards.length < results.length || shards.some((shard) => shard.count !== count)) {
    throw new ShardMergeError(`All reports must be shards of ${count}, as shard ${first.index} is.`);
  }
  const there = shards.map(({ index }) => index);
  const missing = Array.from({ length: count }, (_, place) => place + 1).filter((index) => !there.includes(index));
  if (missing.length > 0) throw new ShardMergeError(`Missing shard ${missing.join(', ')} of ${count}.`);
  if (there.length > count) throw new ShardMergeError(`Expected ${count} shards, but got ${there.length}.`);
  const places = shards.flatMap((shard) => shard.places).sort((one, other) => one - other);
  if (places.some((place, expected) => place !== expected)) {
    throw new ShardMergeError('The shards do not match: they were created from different workflows.');
  }
}

/** Sorts workflows by their position in the whole run. Without shards, the order of the results applies. */
function sortWorkflows(results: readonly RunResult[]): WorkflowResult[] {
  const placed = results.flatMap(({ workflows, shard }, part) =>
    workflows.map((workflow, at) => ({
      ...{ workflow, place: shard?.places[at] ?? at, part: shard === undefined ? part : 0 },
    })),
  );
  placed.sort((one, other) => one.part - other.part || one.place - other.place);
  return placed.map(({ workflow }) => workflow);
}

function checkDuplicates(workflows: readonly WorkflowResult[]): void {
  const seen = new Set<string>();
  for (const { file, workflowId } of workflows) {
    const name = `${file}#${workflowId}`;
    if (seen.has(name)) throw new ShardMergeError(`The workflow ${workflowId} of ${file} is in two of the reports.`);
    seen.add(name);
  }
}
