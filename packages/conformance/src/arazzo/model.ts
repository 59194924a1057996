import type { Finding } from '@understudy/contract';

/** An Arazzo 1.0.1 description with a valid structure, in the field names of the specification. */
export interface ArazzoDocument {
  arazzo: string;
  info: { title: string; version: string; summary?: string; description?: string };
  sourceDescriptions: SourceDescription[];
  workflows: Workflow[];
  components?: Components;
  /** The API for which this file proves claims that several APIs share. */
  'x-api'?: string;
  /** Tags for selecting workflows. They apply to every workflow in the file. */
  'x-tags'?: string[];
}

/** `name` is also the name of the contract (the folder under `specs/`). */
interface SourceDescription {
  name: string;
  url: string;
  type?: 'openapi' | 'arazzo';
}

export interface Workflow {
  workflowId: string;
  summary?: string;
  description?: string;
  inputs?: unknown;
  dependsOn?: string[];
  steps: Step[];
  successActions?: (SuccessAction | ReusableReference)[];
  failureActions?: (FailureAction | ReusableReference)[];
  outputs?: Record<string, string>;
  parameters?: (StepParameter | ReusableReference)[];
  /** Ids of the claims that this workflow proves when it passes. */
  'x-claims'?: string[];
  'x-effects'?: OperationEffect;
  /** Required capabilities that cannot be inferred from the steps. The workflow is skipped if the target lacks one. */
  'x-requires'?: TargetCapability[];
  /** A cleanup workflow that always runs afterwards. */
  'x-finally'?: string;
  'x-tags'?: string[];
}

export interface Step {
  stepId: string;
  description?: string;
  operationId?: string;
  operationPath?: string;
  workflowId?: string;
  /** A request to a URL, which is used unchanged. */
  'x-operation'?: { url: string; method: string };
  parameters?: (StepParameter | ReusableReference)[];
  requestBody?: StepRequestBody;
  successCriteria?: Criterion[];
  onSuccess?: (SuccessAction | ReusableReference)[];
  onFailure?: (FailureAction | ReusableReference)[];
  outputs?: Record<string, string>;
  'x-claims'?: string[];
}

export interface StepParameter {
  name: string;
  in?: 'path' | 'query' | 'header' | 'cookie';
  value: unknown;
}

/** A reference to `components`. `value` overrides the value of a referenced parameter. */
export interface ReusableReference {
  reference: string;
  value?: unknown;
}

export interface StepRequestBody {
  contentType?: string;
  payload?: unknown;
  replacements?: { target: string; value: unknown }[];
}

export interface Criterion {
  context?: string;
  condition: string;
  type?: CriterionType | { type: 'jsonpath' | 'xpath'; version: string };
}

type CriterionType = 'simple' | 'regex' | 'jsonpath' | 'xpath';

export interface SuccessAction {
  name: string;
  type: 'end' | 'goto';
  workflowId?: string;
  stepId?: string;
  criteria?: Criterion[];
}

export interface FailureAction {
  name: string;
  type: 'end' | 'goto' | 'retry';
  workflowId?: string;
  stepId?: string;
  /** Delay in seconds. */
  retryAfter?: number;
  retryLimit?: number;
  criteria?: Criterion[];
}

interface Components {
  inputs?: Record<string, unknown>;
  parameters?: Record<string, StepParameter>;
  successActions?: Record<string, SuccessAction>;
  failureActions?: Record<string, FailureAction>;
}

/** A feature of a target. `waiting`: its clock advances, possibly only in real time. `clock`: its clock can be set. */
export type TargetCapability = 'clock' | 'waiting' | 'inbox' | 'actions' | 'faults';
export const capabilityNames: readonly TargetCapability[] = ['clock', 'waiting', 'inbox', 'actions', 'faults'];

/** The effect of an operation on the target's data, from harmless to harmful. */
export type OperationEffect = 'read' | 'create' | 'mutate' | 'destroy';
export const effectNames: readonly OperationEffect[] = ['read', 'create', 'mutate', 'destroy'];

/** A parsed scenario file. A file with structural errors has findings and no workflows. */
export interface ScenarioFile {
  readonly file: string;
  /** The root's `x-api`. */
  readonly api: string | undefined;
  readonly document: ArazzoDocument;
  /** Violations of the Arazzo 1.0.1 structure, with file, line and pointer. */
  readonly findings: readonly Finding[];
  /** The sources of type `arazzo`, by source name. */
  readonly imports: ReadonlyMap<string, ScenarioFile>;
  /** The one-based line of a JSON Pointer into the document, or of its nearest ancestor. */
  lineOf(pointer: string): number | undefined;
}
