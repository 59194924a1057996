import {
  createInProcessTarget,
  createObservedTarget,
  createTamperingTarget,
  type DeviationVerdict,
  generateWireDeviations,
  type IndexedWorkflow,
  type ResolvedWorkflow,
  runScenario,
  selectWorkflows,
  testDeviation,
  type WireDeviation,
} from '@understudy/conformance';
import { countClaims } from '@understudy/contract';
import { WorkerPool } from '@understudy/kernel';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';
import type { ScenarioWorkspace } from '../workspace.js';
import { type DeviationsByApi, type NamedDeviation, selectPolicyDeviations } from './policy-deviations.js';

interface WorkflowRef {
  readonly file: string;
  readonly workflowId: string;
}

/** A task for a thread: run a workflow, or test a deviation. */
export type MutationTask =
  | { readonly type: 'index'; readonly workflow: WorkflowRef }
  | {
      readonly type: 'judge';
      readonly sort: 'policy' | 'wire';
      readonly id: string;
      readonly candidates: readonly WorkflowRef[];
    };

export type MutationTaskResult = IndexedWorkflow | DeviationVerdict;

/** Runs workflows on deviating simulators in this process. */
export class DeviationJudge {
  readonly #workspace: ScenarioWorkspace;
  readonly #pool = new WorkerPool();
  readonly #workflows: ReadonlyMap<string, ResolvedWorkflow>;
  readonly #wire = new Map<string, WireDeviation>();
  readonly #policies: ReadonlyMap<string, NamedDeviation>;
  #sound: Promise<RunningSimulators> | undefined;

  constructor(workspace: ScenarioWorkspace, planted: DeviationsByApi) {
    this.#workspace = workspace;
    const { contracts, ledger, files } = workspace;
    this.#workflows = new Map(
      selectWorkflows(files, {}).map((item) => [
        nameOf({ file: item.file.file, workflowId: item.workflow.workflowId }),
        item,
      ]),
    );
    for (const contract of contracts.values()) {
      for (const deviation of generateWireDeviations(contract).deviations) this.#wire.set(deviation.id, deviation);
    }
    const { deviations } = selectPolicyDeviations(countClaims(ledger, new Set(contracts.keys())), ledger, planted);
    this.#policies = new Map(deviations.map((deviation) => [deviation.id, deviation]));
  }

  do(task: MutationTask): Promise<MutationTaskResult> {
    return task.type === 'index' ? this.#index(task.workflow) : this.#judge(task);
  }

  async close(): Promise<void> {
    await (await this.#sound)?.close();
    await this.#pool.close();
  }

  /** Runs a workflow without a deviation and returns the parts of the contract that it covers. */
  async #index(workflow: WorkflowRef): Promise<IndexedWorkflow> {
    const item = this.#workflow(workflow);
    const { target, touched } = createObservedTarget(
      createInProcessTarget(await this.#soundSimulators()),
      this.#workspace.contracts,
    );
    const result = await runScenario({ target, contracts: this.#workspace.contracts }, item);
    return {
      ...workflow,
      api: item.file.api,
      claims: [...new Set([...result.claims, ...result.steps.flatMap((step) => step.claims)])],
      passed: result.outcome === 'passed',
      milliseconds: result.durationMilliseconds,
      touched: [...touched],
    };
  }

  async #judge({ id, sort, candidates }: Extract<MutationTask, { type: 'judge' }>): Promise<DeviationVerdict> {
    const { contracts } = this.#workspace;
    const trial = { id, contracts, candidates: candidates.map((candidate) => this.#workflow(candidate)) };
    if (sort === 'wire') {
      const deviation = this.#wire.get(id);
      const contract = contracts.get(deviation?.operationId === 'webhook' ? 'control' : (deviation?.api ?? ''));
      if (deviation === undefined || contract === undefined) throw new Error(`Unknown wire deviation ${id}`);
      const { target, changed } = createTamperingTarget(
        createInProcessTarget(await this.#soundSimulators()),
        contract,
        deviation,
      );
      return await testDeviation({ ...trial, target, changed });
    }
    const deviation = this.#policies.get(id);
    if (deviation === undefined) throw new Error(`Unknown policy deviation ${id}`);
    const simulators = await startSimulators({
      apis: [...this.#workspace.apis.values()],
      pool: this.#pool,
      change: (simulator) => (simulator.name === deviation.api ? deviation.change(simulator) : simulator),
    });
    try {
      return await testDeviation({ ...trial, target: createInProcessTarget(simulators) });
    } finally {
      await simulators.close();
    }
  }

  #soundSimulators(): Promise<RunningSimulators> {
    this.#sound ??= startSimulators({ apis: [...this.#workspace.apis.values()], pool: this.#pool });
    return this.#sound;
  }

  #workflow(name: WorkflowRef): ResolvedWorkflow {
    const found = this.#workflows.get(nameOf(name));
    if (found === undefined) throw new Error(`Unknown workflow ${nameOf(name)}`);
    return found;
  }
}

function nameOf({ file, workflowId }: WorkflowRef): string {
  return `${file}#${workflowId}`;
}
