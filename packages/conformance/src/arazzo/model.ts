import type { Finding } from '@understudy/contract';

/** An Arazzo 1.0.1 description, after its structure was checked. Field names are those of the specification. */
export interface ArazzoDocument {
  arazzo: string;
  info: { title: string; version: string; summary?: string; description?: string };
  sourceDescriptions: SourceDescription[];
  workflows: Workflow[];
  components?: Components;
  /** The API whose shared claims this file proves. */
  'x-api'?: string;
  /** Words to select by, for every workflow of the file. */
  'x-tags'?: string[];
}

/** `name` is also the name of the contract (the folder under `specs/`). */
export interface SourceDescription {
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
  successActions?: (SuccessAction | Reusable)[];
  failureActions?: (FailureAction | Reusable)[];
  outputs?: Record<string, string>;
  parameters?: (Parameter | Reusable)[];
  /** Ids of the claims that this workflow proves when it passes. */
  'x-claims'?: string[];
  /** What the workflow does to the target's data. */
  'x-effects'?: Effect;
  /** What the target must offer beyond what the steps show; without it the workflow is skipped with the reason. */
  'x-requires'?: Capability[];
  /** A workflow that always runs afterwards: cleaning up. */
  'x-finally'?: string;
  'x-tags'?: string[];
}

export interface Step {
  stepId: string;
  description?: string;
  operationId?: string;
  operationPath?: string;
  workflowId?: string;
  /** A request by URL instead of by operation; the URL is used exactly as given. */
  'x-operation'?: { url: string; method: string };
  parameters?: (Parameter | Reusable)[];
  requestBody?: RequestBody;
  successCriteria?: Criterion[];
  onSuccess?: (SuccessAction | Reusable)[];
  onFailure?: (FailureAction | Reusable)[];
  outputs?: Record<string, string>;
  'x-claims'?: string[];
}

export interface Parameter {
  name: string;
  in?: 'path' | 'query' | 'header' | 'cookie';
  value: unknown;
}

/** A reference to an object of `components`; `value` overrides that of a referenced parameter. */
export interface Reusable {
  reference: string;
  value?: unknown;
}

export interface RequestBody {
  contentType?: string;
  payload?: unknown;
  replacements?: { target: string; value: unknown }[];
}

export interface Criterion {
  context?: string;
  condition: string;
  type?: CriterionType | { type: 'jsonpath' | 'xpath'; version: string };
}

export type CriterionType = 'simple' | 'regex' | 'jsonpath' | 'xpath';

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
  /** Seconds. */
  retryAfter?: number;
  retryLimit?: number;
  criteria?: Criterion[];
}

export interface Components {
  inputs?: Record<string, unknown>;
  parameters?: Record<string, Parameter>;
  successActions?: Record<string, SuccessAction>;
  failureActions?: Record<string, FailureAction>;
}

/** What a target may offer beyond answering requests. */
export type Capability = 'clock' | 'inbox' | 'actions' | 'faults';
export const capabilityNames: readonly Capability[] = ['clock', 'inbox', 'actions', 'faults'];

/** What a workflow does to the target's data, from harmless to not. */
export type Effect = 'read' | 'create' | 'mutate' | 'destroy';
export const effectNames: readonly Effect[] = ['read', 'create', 'mutate', 'destroy'];

/** One scenario file, parsed. A file with structural errors has no workflows: its `findings` say why. */
export interface ScenarioFile {
  /** The path as it was given or found. */
  readonly file: string;
  /** The root's `x-api`. */
  readonly api: string | undefined;
  readonly document: ArazzoDocument;
  /** Disagreements with the structure of Arazzo 1.0.1, with file, line and pointer. */
  readonly findings: readonly Finding[];
  /** The sources of type `arazzo`, by source name. */
  readonly imports: ReadonlyMap<string, ScenarioFile>;
  /** The one-based line of a JSON Pointer into the document, or of its nearest ancestor. */
  lineOf(pointer: string): number | undefined;
}
