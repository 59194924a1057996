import type { OpenApiDocument } from '@understudy/contract';
import type { Capability, Effect } from '../arazzo/model.js';
import type { Preflight } from '../targets/preflight.js';

/** One request of a workflow, and what came of it. */
export interface RecordedExchange {
  /** Origin. */
  scope: string;
  method: string;
  /** Path and query. */
  path: string;
  /** Of the request. Recordings that were made before these were kept have none. */
  headers?: Record<string, string>;
  /** The request's body as text. */
  body: string;
  status: number;
  /** JSON as it is, other text as text, other bytes in hexadecimal. */
  response: unknown;
  responseIsBinary?: true;
  rawHeaders: Record<string, string>;
  /** How often 429 was answered before, and was waited for. */
  throttled?: number;
  /** Of the bodies before secrets were taken out. */
  bytes: { request: number; response: number };
}

/** A request to which no answer came, or that was not sent. */
export interface RecordedFailure extends Pick<RecordedExchange, 'scope' | 'method' | 'path' | 'headers' | 'body'> {
  /** Why, in the words of the report. */
  error: string;
  /** True when it was not sent. */
  refused?: true;
}

/** What a run was asked for, so that a replay asks for the same. */
export interface RecordedOptions {
  /** Files and folders of scenarios; empty for those that come along. */
  files: readonly string[];
  tags?: readonly string[] | undefined;
  apis?: readonly string[] | undefined;
  claims?: readonly string[] | undefined;
  allowEffects?: readonly Effect[] | undefined;
  seed?: string | undefined;
  bail?: boolean | undefined;
  retries?: number | undefined;
  inputs?: Readonly<Record<string, string>> | undefined;
}

/** What is kept beside the exchanges, so that the same workflows ask the same again. */
export interface RecordingFacts {
  format: 2;
  target: string;
  /** What everything that the run made on an environment was named by. */
  runId?: string;
  /** Whether it was an environment that is not ours to change. */
  restricted: boolean;
  /** Workflows at a time. */
  jobs: number;
  options: RecordedOptions;
  /** What stands for the secrets that were known beforehand: no report shows it either. */
  secrets: string[];
  /** The descriptions that the target changed by Overlays, by API. */
  descriptions: Record<string, OpenApiDocument>;
  /** Every workflow that was selected, in order, by `<file>#<workflowId>`; those that were skipped with the reason. */
  workflows: { name: string; skipped?: string }[];
  /** What was found out before anything was run. */
  preflight?: Preflight;
  baseUrl: string;
  capabilities: Capability[];
  /** Base URLs of sources that live elsewhere, by `<source> <api> <operationId>`. */
  servers: Record<string, string>;
  /** Base URL of each workflow's own world, by the name that was asked for. */
  worlds: Record<string, string>;
  /** Inputs that the target gave to workflows, by `<file>#<workflowId>`. */
  inputs: Record<string, Record<string, unknown>>;
}

/** A recording: what was kept, and what each workflow sent and got, in order, by `<file>#<workflowId>`. */
export interface Recording {
  facts: RecordingFacts;
  exchanges: Record<string, (RecordedExchange | RecordedFailure)[]>;
}
