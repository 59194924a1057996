import type { OpenApiDocument } from '@understudy/contract';
import type { OperationEffect, TargetCapability } from '../arazzo/model.js';
import type { PreflightResult } from '../targets/target.js';

/** A request of a workflow with its response. */
export interface RecordedExchange {
  /** The URL origin. */
  scope: string;
  method: string;
  /** Path and query. */
  path: string;
  /** Request headers. Absent in older recordings. */
  headers?: Record<string, string>;
  /** The request's body as text. */
  body: string;
  status: number;
  /** JSON, other text, or other bytes as hexadecimal text. */
  response: unknown;
  responseIsBinary?: true;
  rawHeaders: Record<string, string>;
  /** The number of earlier 429 responses. */
  throttled?: number;
  /** Sizes of the bodies before redaction. */
  bytes: { request: number; response: number };
}

/** A request that was not sent or received no response. */
export interface RecordedFailure extends Pick<RecordedExchange, 'scope' | 'method' | 'path' | 'headers' | 'body'> {
  /** The error message from the report. */
  error: string;
  /** Set if the request was not sent. */
  refused?: true;
}

export interface RecordedRunOptions {
  /** Files and folders with scenarios. Empty if the bundled scenarios were used. */
  files: readonly string[];
  tags?: readonly string[] | undefined;
  apis?: readonly string[] | undefined;
  claims?: readonly string[] | undefined;
  allowEffects?: readonly OperationEffect[] | undefined;
  seed?: string | undefined;
  bail?: boolean | undefined;
  retries?: number | undefined;
  inputs?: Readonly<Record<string, string>> | undefined;
}

/** The metadata that a replay needs in addition to the exchanges. */
export interface RecordingMetadata {
  format: 2;
  target: string;
  /** Prefix of resource names on the environment. */
  runId?: string;
  /** True if it was a foreign environment. */
  restricted: boolean;
  /** Number of parallel workflows. */
  jobs: number;
  options: RecordedRunOptions;
  /** Placeholders of the known secrets. */
  secrets: string[];
  /** Descriptions changed by Overlays, by API. */
  descriptions: Record<string, OpenApiDocument>;
  /** The selected workflows in order by `<file>#<workflowId>`, with the reason for skipped ones. */
  workflows: { name: string; skipped?: string }[];
  preflight?: PreflightResult;
  baseUrl: string;
  capabilities: TargetCapability[];
  /** Base URLs of other sources by `<source> <api> <operationId>`. */
  servers: Record<string, string>;
  /** Base URLs of sandboxes by their requested name. */
  worlds: Record<string, string>;
  /** Inputs of the target by `<file>#<workflowId>`. */
  inputs: Record<string, Record<string, unknown>>;
}

/** A recording of a run. `exchanges` contains each workflow's exchanges in order, by `<file>#<workflowId>`. */
export interface RunRecording {
  facts: RecordingMetadata;
  exchanges: Record<string, (RecordedExchange | RecordedFailure)[]>;
}
