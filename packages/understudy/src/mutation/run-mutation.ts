import {
  computeDetectionRate,
  computeRatesByApi,
  countByKind,
  createCandidateFinder,
  type DeviationVerdict,
  generateWireDeviations,
  type IndexedWorkflow,
  type MutationReport,
  selectWorkflows,
  shuffle,
  type TestedDeviation,
  wallClock,
} from '@understudy/conformance';
import { countClaims, suggestName } from '@understudy/contract';
import { UsageError } from '../usage-error.js';
import type { ScenarioWorkspace } from '../workspace.js';
import type { MutationTask } from './judge.js';
import type { MutationThreads } from './mutation-threads.js';
import { type DeviationsByApi, parseClaimId, selectPolicyDeviations } from './policy-deviations.js';

interface MutationOptions {
  readonly workspace: ScenarioWorkspace;
  readonly planted: DeviationsByApi;
  readonly threads: MutationThreads;
  readonly apis?: readonly string[] | undefined;
  /** Claim ids, or `<claim>@<api>`. */
  readonly claims?: readonly string[] | undefined;
  readonly sort?: 'policy' | 'wire' | undefined;
  /** Size of a random sample of all deviations. */
  readonly sample?: number | undefined;
  readonly seed?: string | undefined;
  onProgress?(done: number, of: number, what: string, survivors: number): void;
}

interface Planned {
  readonly deviation: Omit<TestedDeviation, 'caught' | 'ran'>;
  readonly candidates: readonly IndexedWorkflow[];
}

/** Rejects an empty selection, and unknown APIs and claims. @throws UsageError */
export function checkMutationSelection(options: Omit<MutationOptions, 'threads'>): void {
  const { contracts, ledger } = options.workspace;
  refuseUnknown('API', options.apis, new Set(contracts.keys()));
  refuseUnknown('claim', options.claims?.map(parseClaimId), new Set(ledger.claims.map(({ id }) => id)));
  // Which claims a changed message affects is known only after the scenarios have run.
  const claims = options.sort === 'policy' ? options.claims : undefined;
  if (plan({ ...options, claims }, []).planned.length === 0) throw new UsageError(nothing);
}

function refuseUnknown(kind: string, words: readonly string[] = [], known: ReadonlySet<string>): void {
  const unknown = words.find((word) => !known.has(word));
  if (unknown !== undefined) throw new UsageError(`Unknown ${kind} "${unknown}".${suggestName(unknown, known)}`);
}

/**
 * Runs the scenarios against deviating servers and reports which deviations they catch. @throws UsageError for an empty
 * selection
 */
export async function runMutation(options: MutationOptions): Promise<MutationReport> {
  const started = wallClock.now();
  const { workspace, threads, onProgress = () => {} } = options;
  const concerned = concernedApis(options);
  const workflows = selectWorkflows(workspace.files, {})
    .filter(({ file }) => concerned === undefined || concerned.has(file.api ?? ''))
    .map(({ file, workflow }) => ({ file: file.file, workflowId: workflow.workflowId }));
  const index: IndexedWorkflow[] = [];
  await threads.run<IndexedWorkflow>(
    workflows.map((workflow) => ({ type: 'index', workflow })),
    (result) => {
      index.push(result);
      onProgress(index.length, workflows.length, 'workflows looked at', 0);
    },
  );
  const { planned, notTried, equivalent } = plan(options, index);
  const { sample, seed = 'understudy' } = options;
  const chosen = sample === undefined ? planned : shuffle(planned, seed).slice(0, sample);
  if (chosen.length === 0) throw new UsageError(nothing);

  const byId = new Map(chosen.map((one) => [one.deviation.id, one]));
  const judged: TestedDeviation[] = [];
  const tasks = chosen.map(({ deviation: { id, sort }, candidates }): MutationTask => {
    return { type: 'judge', sort, id, candidates: candidates.map(({ file, workflowId }) => ({ file, workflowId })) };
  });
  let survivors = 0;
  await threads.run<DeviationVerdict>(tasks, (verdict) => {
    const about = byId.get(verdict.id)?.deviation;
    if (about !== undefined) judged.push({ ...about, ...verdict });
    if (!verdict.caught) survivors += 1;
    onProgress(judged.length, tasks.length, 'deviations tried', survivors);
  });
  judged.sort((left, right) => (left.id < right.id ? -1 : 1));
  return {
    schemaVersion: 1,
    ...(sample === undefined ? {} : { sample: { size: chosen.length, of: planned.length, seed } }),
    apis: computeRatesByApi(judged),
    policy: computeDetectionRate(judged, 'policy'),
    wire: { ...computeDetectionRate(judged, 'wire'), kinds: countByKind(judged) },
    survivors: judged.filter(({ caught }) => !caught),
    noticedElsewhere: judged.filter((one) => one.sort === 'policy' && noticedElsewhere(one, index)).map(({ id }) => id),
    deviations: judged,
    notTried,
    equivalent,
    unfit: index.filter(({ passed }) => !passed).map(({ file, workflowId }) => `${file} ${workflowId}`),
    durationMilliseconds: wallClock.now() - started,
  };
}

const nothing = 'No deviation matches the filters; check --api, --claim and --only.';

/** Returns the APIs whose scenarios are needed, or undefined for all. */
function concernedApis({ apis = [], claims = [], workspace }: MutationOptions): ReadonlySet<string> | undefined {
  if (apis.length > 0) return new Set(apis);
  if (claims.length === 0) return undefined;
  const counted = countClaims(workspace.ledger, new Set(workspace.contracts.keys()));
  const asked = counted.filter(({ id }) => claims.some((claim) => isAbout(id, claim)));
  return asked.length === 0 ? undefined : new Set(asked.map(({ api }) => api));
}

/** Returns whether a deviation or counted claim matches a claim, a claim of one API, or a deviation id. */
const isAbout = (id: string, asked: string): boolean => [id, id.split('#', 1)[0], parseClaimId(id)].includes(asked);

function plan(options: Omit<MutationOptions, 'threads'>, index: readonly IndexedWorkflow[]) {
  const { workspace, planted: faults, apis = [], claims = [], sort } = options;
  const { contracts, ledger } = workspace;
  const wanted = (api: string) => apis.length === 0 || apis.includes(api);
  const asked = (id: string) => claims.length === 0 || claims.some((claim) => isAbout(id, claim));
  const planned: Planned[] = [];
  const notTried: { id: string; reason: string }[] = [];
  const tested = new Set(workspace.files.flatMap(({ api }) => api ?? []));
  let equivalent = 0;

  if (sort !== 'wire') {
    const { deviations, without } = selectPolicyDeviations(
      countClaims(ledger, new Set(contracts.keys())),
      ledger,
      faults,
    );
    for (const { id, claim, scenarios, says } of deviations) {
      if (!wanted(scenarios) || !asked(id)) continue;
      planned.push({
        deviation: { id, sort: 'policy', says, api: scenarios, claims: [id] },
        candidates: noticing(claim, scenarios, index),
      });
    }
    notTried.push(...without.filter(({ id }) => asked(id) && wanted(id.split('@')[1] ?? id.split('.')[0] ?? '')));
  }
  if (sort !== 'policy') {
    const candidatesOf = createCandidateFinder(index);
    for (const [api, contract] of contracts) {
      // The control plane belongs to the suite and is not under test.
      if (api === 'control' || !wanted(api)) continue;
      if (!tested.has(api)) {
        notTried.push({ id: api, reason: 'This API has no scenarios yet.' });
        continue;
      }
      const made = generateWireDeviations(contract);
      equivalent += made.equivalent.length;
      for (const deviation of made.deviations) {
        const candidates = candidatesOf(deviation);
        const touched = [...new Set(candidates.flatMap((candidate) => candidate.claims))];
        if (claims.length > 0 && !touched.some((claim) => asked(claim))) continue;
        const { id, kind, says } = deviation;
        planned.push({ deviation: { id, sort: 'wire', kind, says, api, claims: touched }, candidates });
      }
    }
  }
  return { planned, notTried, equivalent };
}

function noticedElsewhere({ id, by }: TestedDeviation, index: readonly IndexedWorkflow[]): boolean {
  if (by === undefined) return false;
  const workflow = index.find(({ file, workflowId }) => file === by.file && workflowId === by.workflowId);
  return workflow?.claims.includes(parseClaimId(id)) !== true;
}

/** Sorts workflows: those that list the claim come first, then others of the API. */
function noticing(claim: string, api: string, index: readonly IndexedWorkflow[]): IndexedWorkflow[] {
  const own = index.filter((workflow) => workflow.passed && workflow.api === api);
  const quick = (left: IndexedWorkflow, right: IndexedWorkflow) => left.milliseconds - right.milliseconds;
  const listing = own.filter((workflow) => workflow.claims.includes(claim)).sort(quick);
  return [...listing, ...own.filter((workflow) => !workflow.claims.includes(claim)).sort(quick)];
}
