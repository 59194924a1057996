import { type ApiContract, isObject, type Operation, suggestName } from '@understudy/contract';
import { splitPointer } from '../expressions/json-pointer.js';
import type {
  FailureAction,
  ReusableReference,
  ScenarioFile,
  Step,
  StepParameter,
  SuccessAction,
  Workflow,
} from './model.js';

export type ContractsByApi = ReadonlyMap<string, ApiContract>;

/** The operation a step calls, with its source. */
interface ResolvedOperation {
  source: string;
  operation: Operation;
}

export interface ResolvedWorkflow {
  file: ScenarioFile;
  workflow: Workflow;
}

type Unresolved = { problem: string };

/** Lists the names of a file's OpenAPI sources. */
export function listOpenApiSources(file: ScenarioFile): string[] {
  return file.document.sourceDescriptions.filter((source) => source.type !== 'arazzo').map((source) => source.name);
}

/** Resolves an `operationId` (plain or `$sourceDescriptions.<name>.<operationId>`) or `operationPath`. */
export function resolveOperation(
  step: Step,
  file: ScenarioFile,
  contracts: ContractsByApi,
): ResolvedOperation | Unresolved {
  if (step.operationPath !== undefined) return resolvePath(step.operationPath, contracts);
  const wanted = step.operationId ?? '';
  const qualified = /^\{?\$sourceDescriptions\.([A-Za-z0-9_-]+)\.([^}]+)\}?$/.exec(wanted);
  if (qualified !== null) {
    const [, source = '', operationId = ''] = qualified;
    if (!listOpenApiSources(file).includes(source)) {
      return { problem: `Unknown source description "${source}".${suggestName(source, listOpenApiSources(file))}` };
    }
    const contract = contracts.get(source);
    if (contract === undefined) return { problem: noContract(source, contracts) };
    const operation = contract.operations.get(operationId);
    if (operation !== undefined) return { source, operation };
    return {
      problem: `The API ${source} has no operation "${operationId}".${suggestName(operationId, contract.operations.keys())}`,
    };
  }
  const found: ResolvedOperation[] = [];
  const known: string[] = [];
  for (const source of listOpenApiSources(file)) {
    const contract = contracts.get(source);
    if (contract === undefined) return { problem: noContract(source, contracts) };
    known.push(...contract.operations.keys());
    const operation = contract.operations.get(wanted);
    if (operation !== undefined) found.push({ source, operation });
  }
  const [only, other] = found;
  if (only === undefined) {
    return { problem: `No source description of this file has an operation "${wanted}".${suggestName(wanted, known)}` };
  }
  if (other !== undefined) {
    const forms = found.map(({ source }) => `$sourceDescriptions.${source}.${wanted}`);
    return { problem: `The operation "${wanted}" is in ${found.length} APIs; write ${forms.join(' or ')}.` };
  }
  return only;
}

function resolvePath(operationPath: string, contracts: ContractsByApi): ResolvedOperation | Unresolved {
  const parts = /^\{?\$sourceDescriptions\.([A-Za-z0-9_-]+)(?:\.url)?\}?#\/paths\/([^/]+)\/([a-z]+)$/.exec(
    operationPath,
  );
  if (parts === null) {
    return { problem: `"${operationPath}" must read {$sourceDescriptions.<name>.url}#/paths/<escaped path>/<method>.` };
  }
  const [, source = '', escaped = '', method = ''] = parts;
  const contract = contracts.get(source);
  if (contract === undefined) return { problem: noContract(source, contracts) };
  const path = splitPointer(`/${escaped}`)[0] ?? '';
  for (const operation of contract.operations.values()) {
    if (operation.path === path && operation.method === method.toUpperCase()) return { source, operation };
  }
  return { problem: `The API ${source} has no operation ${method.toUpperCase()} ${path}.` };
}

function noContract(source: string, contracts: ContractsByApi): string {
  return `The source description "${source}" does not match any API of the contract. Known APIs: ${[...contracts.keys()].join(', ') || 'none'}.${suggestName(source, contracts.keys())}`;
}

/** Resolves a `workflowId` (plain or `$sourceDescriptions.<name>.<workflowId>`). */
export function resolveWorkflow(name: string, file: ScenarioFile): ResolvedWorkflow | Unresolved {
  const qualified = /^\{?\$sourceDescriptions\.([A-Za-z0-9_-]+)\.([^}]+)\}?$/.exec(name);
  const owner = qualified === null ? file : file.imports.get(qualified[1] ?? '');
  if (owner === undefined) {
    return {
      problem: `Unknown source description "${qualified?.[1]}" of type arazzo.${suggestName(qualified?.[1] ?? '', file.imports.keys())}`,
    };
  }
  const workflowId = qualified?.[2] ?? name;
  const workflow = owner.document.workflows.find((candidate) => candidate.workflowId === workflowId);
  if (workflow !== undefined) return { file: owner, workflow };
  const known = owner.document.workflows.map((candidate) => candidate.workflowId);
  return { problem: `Unknown workflow "${workflowId}" in ${owner.file}.${suggestName(workflowId, known)}` };
}

interface Sections {
  parameters: StepParameter;
  successActions: SuccessAction;
  failureActions: FailureAction;
}
type Section = keyof Sections;

/** Replaces references to `components`. Omits broken references, which lint reports. */
export function resolveReusables<S extends Section>(
  items: readonly (Sections[S] | ReusableReference)[] | undefined,
  section: S,
  file: ScenarioFile,
): Sections[S][] {
  const all: { [K in Section]?: Record<string, Sections[K]> } = file.document.components ?? {};
  const components: Partial<Record<string, Sections[S]>> = all[section] ?? {};
  return (items ?? []).flatMap((item): Sections[S][] => {
    if (!isReusable(item)) return [item];
    const component = components[parseComponentName(item.reference, section) ?? ''];
    if (component === undefined) return [];
    return ['value' in item ? { ...component, value: item.value } : component];
  });
}

/** Lists the actions of a workflow or step, success actions first. */
export function listActions(part: Workflow | Step, file: ScenarioFile): (SuccessAction | FailureAction)[] {
  const isStep = 'stepId' in part;
  return [
    ...resolveReusables(isStep ? part.onSuccess : part.successActions, 'successActions', file),
    ...resolveReusables(isStep ? part.onFailure : part.failureActions, 'failureActions', file),
  ];
}

/** Returns the component name if the reference points to the given section of `components`. */
export function parseComponentName(reference: string, section: Section): string | undefined {
  const prefix = `$components.${section}.`;
  return reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
}

export function isReusable(item: object): item is ReusableReference {
  return 'reference' in item;
}

interface DeclaredInputs {
  properties: Record<string, unknown>;
  required: string[];
}

/** Reads the declared inputs of a workflow: their JSON Schemas by name, and the names of required inputs. */
export function readDeclaredInputs({ inputs }: Workflow, file: ScenarioFile): DeclaredInputs {
  return collectInputs(inputs, file, 0);
}

function collectInputs(schema: unknown, file: ScenarioFile, depth: number): DeclaredInputs {
  if (!isObject(schema) || depth > 10) return { properties: {}, required: [] };
  const reference =
    typeof schema.$ref === 'string' ? /^#\/components\/inputs\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  const parts: unknown[] = Array.isArray(schema.allOf) ? [...schema.allOf] : [];
  if (reference !== undefined) parts.push(file.document.components?.inputs?.[reference]);
  const own = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];
  const inherited = parts.map((part) => collectInputs(part, file, depth + 1));
  return {
    properties: Object.assign({}, ...inherited.map((part) => part.properties), own),
    required: [...new Set([...inherited.flatMap((part) => part.required), ...required])],
  };
}

type Inputs = Readonly<Record<string, unknown>>;

/**
 * Returns a workflow without the dependencies whose outputs are all given as inputs, for example the ids of existing
 * data. Those dependencies are not run.
 */
export function omitGivenDependencies({ file, workflow }: ResolvedWorkflow, given: Inputs): ResolvedWorkflow {
  if (workflow.dependsOn === undefined) return { file, workflow };
  const dependsOn = workflow.dependsOn.filter((name) => findGivenOutputs(name, file, given) === undefined);
  return { file, workflow: { ...workflow, dependsOn } };
}

/** Returns the outputs of a dependency if all of them are given as inputs. */
export function findGivenOutputs(name: string, file: ScenarioFile, given: Inputs): Inputs | undefined {
  const resolved = resolveWorkflow(name, file);
  const names = 'problem' in resolved ? [] : Object.keys(resolved.workflow.outputs ?? {});
  if (names.length === 0 || names.some((output) => given[output] === undefined)) return undefined;
  return Object.fromEntries(names.map((output) => [output, given[output]]));
}

/** Returns `<folder>/<file>#<workflowId>`, which is the same on every machine. */
export function toWorkflowKey(file: string, workflowId: string): string {
  return `${file.split(/[\\/]/).slice(-2).join('/')}#${workflowId}`;
}
