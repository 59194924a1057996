import { type Ledger, parseJson, stringifyJson } from '@understudy/contract';
import { effectNames, type ScenarioFile, type TargetCapability } from '../arazzo/model.js';
import { type ContractsByApi, resolveWorkflow } from '../arazzo/resolve.js';
import { listCalledWorkflows, selectWorkflows } from '../arazzo/select-workflows.js';
import { computeCoverage } from '../coverage/compute-coverage.js';
import type { Target } from '../targets/target.js';
import { findSkipReason } from './find-skip-reason.js';

/** The permissions of a run on a real environment. Each level includes the levels before it. */
const proofLevels = ['read-only', 'writes', 'receiver', 'waiting'] as const;
type ProofLevel = (typeof proofLevels)[number];

/** The claims that a run on a real environment can prove. */
export interface ProofPlan {
  /** Maximum waiting time of a workflow in seconds. */
  waitSeconds: number;
  apis: Record<string, { testable: number; provable: Record<ProofLevel, number> }>;
  /** `level`: the first level that proves the claim. `reason`: why no level proves it. */
  claims: { id: string; api: string; level?: ProofLevel; reason?: string }[];
}

/**
 * Determines which testable claims each level of permission can prove on a real environment, without sending anything.
 *
 * @param options `target`: a configured environment; defaults to one with every API and tenant
 */
export function planProofs(options: {
  files: readonly ScenarioFile[];
  contracts: ContractsByApi;
  ledger: Ledger;
  apis: Iterable<string>;
  longestWait: number;
  target?: Pick<Target, 'whyNot'> | undefined;
}): ProofPlan {
  const { files, contracts, ledger, longestWait } = options;
  const apis = [...options.apis];
  const items = selectWorkflows(files, {});
  const reasons = new Map<string, string>();
  const plan: ProofPlan = { waitSeconds: longestWait / 1000, apis: {}, claims: [] };
  const levels = proofLevels.map((level) => {
    const workflows = items.map((item) => {
      const { file, workflow } = item;
      const effects = level === 'read-only' ? (['read'] as const) : effectNames;
      const environment = toEnvironment(level, longestWait, options.target);
      const why = findSkipReason(item, environment, effects, contracts);
      if (why !== undefined) reasons.set(`${file.file}#${workflow.workflowId}`, why);
      else reasons.delete(`${file.file}#${workflow.workflowId}`);
      const outcome = why === undefined ? ('passed' as const) : ('skipped' as const);
      const steps = listCalledWorkflows(item).flatMap((part) =>
        part.workflow.steps.flatMap(({ stepId, 'x-claims': claims = [] }) =>
          why === undefined && claims.length > 0
            ? { file: part.file.file, workflowId: part.workflow.workflowId, stepId, claims, outcome: 'passed' as const }
            : [],
        ),
      );
      return { file: file.file, workflowId: workflow.workflowId, claims: workflow['x-claims'] ?? [], outcome, steps };
    });
    return { level, detail: computeCoverage({ ledger, apis, files, result: { workflows } }).detail };
  });
  for (const { id, api, outcome, scenarios } of levels.at(-1)?.detail ?? []) {
    if (outcome === 'untestable') continue;
    const first = levels.find(({ detail }) => detail.some((claim) => claim.id === id && claim.outcome === 'proved'));
    const whys = scenarios.map(({ file, workflowId }) => reasons.get(`${file}#${workflowId}`));
    const counts = plan.apis[api] ?? { testable: 0, provable: { 'read-only': 0, writes: 0, receiver: 0, waiting: 0 } };
    plan.apis[api] = counts;
    counts.testable++;
    for (const level of first === undefined ? [] : proofLevels.slice(proofLevels.indexOf(first.level)))
      counts.provable[level]++;
    const proof = first === undefined ? { reason: whys[0] ?? 'no scenario cites it' } : { level: first.level };
    plan.claims.push({ id, api, ...proof });
  }
  return plan;
}

/** Returns an environment with the permissions of a level. It sends nothing. */
function toEnvironment(level: ProofLevel, longestWait: number, { whyNot }: Pick<Target, 'whyNot'> = {}): Target {
  const place = proofLevels.indexOf(level);
  const capabilities: TargetCapability[] = ['inbox', 'waiting'];
  return {
    name: level,
    baseUrl: '',
    restricted: true,
    longestWait,
    capabilities: new Set(capabilities.slice(0, Math.max(0, Math.min(2, place - 1)))),
    ...(whyNot === undefined ? {} : { whyNot }),
    inputsFor: ({ file, workflow }) => nameExistingData(workflow.dependsOn ?? [], file),
    send: () => Promise.reject(new Error('A plan sends nothing.')),
    wait: () => Promise.resolve(),
    probe: () => Promise.resolve(),
  };
}

/** Returns placeholder inputs for the outputs of dependencies, as if a configuration named existing data. */
function nameExistingData(dependencies: readonly string[], file: ScenarioFile): Record<string, unknown> {
  const outputs = dependencies.flatMap((name) => {
    const resolved = resolveWorkflow(name, file);
    return 'problem' in resolved ? [] : Object.keys(resolved.workflow.outputs ?? {});
  });
  return Object.fromEntries(outputs.map((name) => [name, 'existing']));
}

/** Formats a plan as tables: the provable claims of each API by level, and the reasons for the others. */
export function formatProofPlan({ apis, claims }: ProofPlan): string {
  const counts = Object.entries(apis).map(([api, { testable, provable }]) => [
    api,
    String(testable),
    ...proofLevels.map((level) => `${provable[level]} (${Math.floor((provable[level] / testable) * 100)} %)`),
  ]);
  const reasons = new Map<string, string[]>();
  for (const { id, api, reason } of claims) {
    const key = reason === undefined ? undefined : stringifyJson([api, reason]);
    if (key !== undefined) reasons.set(key, [...(reasons.get(key) ?? []), id]);
  }
  const others = [...reasons].map(([key, ids]): string[] => {
    const [api = '', reason = '']: string[] = parseJson(key);
    return [api, String(ids.length), reason, ids.join(' ')];
  });
  return [
    ...alignColumns([['API', 'testable claims', ...proofLevels], ...counts]),
    '',
    ...(others.length === 0 ? [] : alignColumns([['API', 'claims', 'not provable, because', 'ids'], ...others])),
  ].join('\n');
}

function alignColumns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
