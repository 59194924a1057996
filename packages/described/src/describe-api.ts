import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type ApiContract,
  applyOverlay,
  createContract,
  type Finding,
  type OpenApiDocument,
  omitUndefined,
  stringifyJson,
} from '@understudy/contract';
import {
  type DescribedRules,
  findSignInPaths,
  listRules,
  loadOpenApi,
  loadWrittenOpenApi,
  nameDescription,
} from '@understudy/inference';
import { type ApiDefinition, defineApi, type Simulator } from '@understudy/kernel';
import {
  type ApiPlan,
  type BehaviorModel,
  DescriptionWarnings,
  defaultWebhookPolicy,
  type OperationPlan,
  remember,
} from '@understudy/model';
import type { CustomParts } from './custom-parts.js';
import { explainPlan, type PlanExplanation } from './explain-plan.js';
import { warnOfIgnoredParameters } from './handle/ignored-parameters.js';
import { createInferredSimulator } from './inferred-simulator.js';
import { draftCredentials } from './self-check/draft-credentials.js';
import type { ScratchSender } from './self-check/plan-trial.js';
import { type PlanRepairs, type RepairOptions, repairPlan, type ScratchPlan } from './self-check/repair-plan.js';
import { locateProblems, tryPlan, type UnheldPlan } from './self-check/try-plan.js';

/** Timeout in milliseconds for validating one value with a costly schema. */
const timeoutMs = 1000;

/** Number of generated records per collection in the seed `demo`. */
const defaultRecords = 20;

const rulesOfPlans = new WeakMap<ApiPlan, DescribedRules>();

/** Options for creating an API from a description. */
export interface DescribeOptions<Operations = Record<never, never>> extends CustomParts<Operations> {
  /** Name of the API. Default: derived from the file name or the title. */
  readonly name?: string;
  /** An OpenAPI Overlay that corrects the description, with `x-understudy` if needed. */
  readonly overlay?: unknown;
  /** Additional folders that references in the description can point to. Default: none. */
  readonly refFolders?: readonly string[];
  /** Called once for each unsupported part of the description. */
  readonly onWarning?: (finding: Finding) => void;
  /** Folder of the scenarios. Default: `scenarios` next to the description. */
  readonly scenarios?: URL;
  /** Injected faults by claim, for `understudy fuzz mutate`. */
  readonly deviations?: ApiDefinition['deviations'];
}

/** An API created from a description, with its inferred plan. */
export interface DescribedApi {
  readonly api: ApiDefinition;
  readonly explanation: PlanExplanation;
  /** Writes the behavior model in a readable version, and in a full version that leaves nothing to inference. */
  readonly writeModel: () => { readonly readable: BehaviorModel; readonly full: BehaviorModel };
  /** Returns a fingerprint of the description and the inferred behavior. */
  readonly fingerprint: () => string;
  /** Tests the inferred behavior on scratch sandboxes without security. Finds model changes with which it works. */
  readonly findRepairs: (
    open: (api: ApiDefinition, seed: ScratchSeed) => Promise<Omit<ScratchPlan, 'plan'>>,
    options: RepairOptions,
  ) => Promise<PlanRepairs>;
  /** Returns the same API with the changes from {@link findRepairs}, and the remaining problems. */
  readonly withRepairs: (repairs: BehaviorModel, problems?: readonly UnheldPlan[]) => DescribedApi;
  /** Warnings about the problems that {@link findRepairs} found. */
  readonly problems: () => readonly Finding[];
  /** Tests the inferred behavior on a scratch sandbox without security. Returns a warning for each plan that fails. */
  readonly tryPlan: (send: ScratchSender) => Promise<Finding[]>;
}

/** Reads the contract of a description as written, without inferring its behavior. */
export async function loadWrittenContract(
  file: string,
  {
    name,
    overlay,
    refFolders,
  }: {
    readonly name?: string | undefined;
    readonly overlay?: unknown;
    readonly refFolders?: readonly string[] | undefined;
  } = {},
): Promise<ApiContract> {
  const { document } = await loadWrittenOpenApi(file, refFolders);
  const whole = overlay === undefined ? document : applyOverlay(document, overlay);
  // The simulator reports schemas that cannot be compiled. They allow any value.
  return createContract(name ?? nameDescription(file, whole.info.title), whole, () => undefined, timeoutMs);
}

/**
 * Creates an API from its OpenAPI description. The behavior of its operations is inferred from paths and schemas.
 *
 * @param place path or file URL of a description: OpenAPI 2.0, 3.0 or 3.1, as JSON or YAML
 * @throws ContractError if the file cannot be read or is not a description, or if its overlay does not match
 * @throws RangeError if a handler does not match an operation
 *
 * @example
 * const { api } = await describeApi('./petstore.yaml');
 * const simulators = await startSimulators({ apis: [api] });
 */
export async function describeApi<Operations = Record<never, never>>(
  place: string | URL,
  { name, overlay, refFolders, onWarning, scenarios, deviations, ...own }: DescribeOptions<Operations> = {},
): Promise<DescribedApi> {
  const file = place instanceof URL ? fileURLToPath(place) : place;
  const loaded = await loadOpenApi(file, refFolders);
  const { warnings } = loaded;
  const document = overlay === undefined ? loaded.document : applyOverlay(loaded.document, overlay);
  const called = name ?? nameDescription(file, document.info.title);
  if (onWarning !== undefined) warnings.tell(onWarning);
  const folder = dirname(resolve(file));
  const beside = join(folder, 'scenarios');
  const found = scenarios ?? (existsSync(beside) ? pathToFileURL(`${beside}/`) : undefined);
  const signIn = findSignInPaths(document);
  const common = {
    name: called,
    summary: document.info.title,
    written: () => loadWrittenContract(file, { name, overlay, refFolders }),
    contract: pathToFileURL(`${folder}/`),
    seeds: { demo: { '*': defaultRecords } },
    ...(found === undefined ? {} : { scenarios: found }),
    ...(Object.keys(signIn.paths).length === 0 ? {} : { signInPaths: signIn.paths, signInScopes: signIn.scopes }),
    ...(deviations === undefined ? {} : { deviations }),
  };
  let contract: ApiContract | undefined;
  let latest: InferredApi | undefined;
  const infer = (repairs: BehaviorModel, ruled?: BehaviorModel): InferredApi => {
    const text = stringifyJson(repairs);
    if (latest?.text === text) return latest;
    // User changes to the model are only known when the API is started.
    let served: ApiPlan | undefined;
    const onPlan = (each: ApiPlan) => {
      served = each;
    };
    const given = omitUndefined({ ...own, repairs, contract, ruled, onPlan });
    const { simulator, plan, contract: compiled } = createInferredSimulator(called, document, warnings, given);
    contract = compiled;
    const call = chooseFirstCall(plan, document);
    const api = defineApi({
      ...common,
      simulator: async (): Promise<Simulator> => simulator,
      describe: async () => simulator.contract,
      get describedRules() {
        const told = served ?? plan;
        const { simulated, unread } = remember(rulesOfPlans, told, () => listRules(told));
        return { simulated, unread: unread.length };
      },
      get demoSignIn() {
        return findDemoSignIn(served ?? plan);
      },
      get tryHeaders() {
        return (served ?? plan).model.http?.security === 'issued' ? undefined : call?.headers;
      },
      ...(call === undefined ? {} : { tryPath: call.path }),
    });
    const made = { text, api, plan };
    if (ruled === undefined) latest = made;
    return made;
  };
  const first = infer({});
  const inferAgain = (repairs: BehaviorModel, ruled?: BehaviorModel) =>
    Object.keys(repairs).length === 0 ? first : infer(repairs, ruled);
  const describe = ({ api, plan }: InferredApi, problems: readonly UnheldPlan[]): DescribedApi => ({
    api,
    writeModel: () => ({ readable: plan.writeReadableModel(), full: { ...plan.model, inferred: false } }),
    fingerprint: () =>
      createHash('sha256')
        .update(stringifyJson([document, plan.model]))
        .digest('hex'),
    findRepairs: (open, options) =>
      repairPlan(async (repairs, isCandidate) => {
        const { api: changed, plan: tried } = inferAgain(repairs, isCandidate ? first.plan.ruled : undefined);
        return { plan: tried, ...(await open(changed, seedOfScratch(tried))) };
      }, options),
    withRepairs: (repairs, unheld = []) => describe(inferAgain(repairs), unheld),
    // Locating statements in a description is slow, and a start does not need it.
    problems: () => locateProblems(plan, problems),
    tryPlan: (send) => tryPlan(plan, send),
    explanation: {
      name: called,
      title: document.info.title,
      operations: explainPlan(plan, own.webhookPolicy ?? defaultWebhookPolicy),
      warnings: [...warnings.findings, ...listIgnored(plan, document)],
      get rules() {
        return remember(rulesOfPlans, plan, () => listRules(plan));
      },
    },
  });
  return describe(first, []);
}

/** Returns a warning for each parameter that has no effect. */
function listIgnored(plan: ApiPlan, document: OpenApiDocument): readonly Finding[] {
  const warnings = new DescriptionWarnings(document);
  warnOfIgnoredParameters(plan, warnings);
  return warnings.findings;
}

/** Numbers of records before a trial, for collections that an operation lists but none adds to. */
export type ScratchSeed = Readonly<Record<string, number>>;

function seedOfScratch({ operations }: ApiPlan): ScratchSeed {
  const listed = [...operations.values()].flatMap(({ does, resource }) => (does === 'list' ? (resource ?? []) : []));
  return Object.fromEntries(listed.flatMap(({ name, kept, parents }) => (kept || parents > 0 ? [] : [[name, 2]])));
}

interface InferredApi {
  /** The repairs as JSON. */
  readonly text: string;
  readonly api: ApiDefinition;
  readonly plan: ApiPlan;
}

/** Finds the operation by which demo users sign in, with one of the users and the password. */
function findDemoSignIn({ operations, model }: Pick<ApiPlan, 'operations' | 'model'>) {
  for (const [id, { login, by = {}, password }] of Object.entries(model.operations ?? {})) {
    const { path } = operations.get(id)?.operation ?? {};
    if (login === undefined || path === undefined || typeof password !== 'string' || password.startsWith('=')) continue;
    const [member = ''] = Object.keys(by);
    const seed = model.seeds?.[login];
    const [first] = typeof seed === 'object' && !Array.isArray(seed) ? (seed.first ?? []) : [];
    const user: unknown = first?.[member];
    return { path, user: typeof user === 'string' && !user.startsWith('=') ? user : `${member} of ${login}`, password };
  }
  return undefined;
}

/** Chooses the first GET that needs no record key, preferably a list. Headers have the form `Name: value`. */
function chooseFirstCall({ operations, model }: ApiPlan, document: OpenApiDocument) {
  const needs = ({ operation: { path, parameters } }: OperationPlan) =>
    path.includes('{') || parameters.some(({ required, in: place }) => required && place !== 'path');
  const reads = [...operations.values()].filter((each) => each.operation.method === 'GET' && !needs(each));
  const chosen = reads.find(({ does }) => does === 'list') ?? reads[0];
  if (chosen === undefined) return undefined;
  const { inputs, parameters } = draftCredentials(document, chosen.operation, model);
  const query = new URLSearchParams();
  const headers: string[] = [];
  for (const { name, in: place, value } of parameters) {
    const filled = value
      .replace(/\{?\$inputs\.([\w-]+)\}?/g, (_whole, input: string) => inputs[input] ?? 'any')
      .replace(/\{\$steps[^}]*\}/, 'any');
    if (place === 'query') query.set(name, filled);
    else headers.push(place === 'cookie' ? `Cookie: ${name}=${filled}` : `${name}: ${filled}`);
  }
  return { path: `${chosen.operation.path}${query.size === 0 ? '' : `?${query}`}`, headers };
}
