import type { Capability } from '../arazzo/model.js';

/** One exchange in the form that nock writes and reads. */
export interface RecordedExchange {
  /** Origin. */
  scope: string;
  method: string;
  /** Path and query. */
  path: string;
  /** The request's body as text. */
  body: string;
  status: number;
  /** JSON as it is, other text as text, other bytes in hexadecimal. */
  response: unknown;
  responseIsBinary?: true;
  rawHeaders: Record<string, string>;
}

/** What is kept beside the exchanges, so that the same workflows ask the same again. */
export interface RecordingFacts {
  format: 1;
  target: string;
  baseUrl: string;
  capabilities: Capability[];
  /** Base URLs of sources that live elsewhere, by `<source> <api> <operationId>`. */
  servers: Record<string, string>;
  /** Base URL of each workflow's own world, by the name that was asked for. */
  worlds: Record<string, string>;
  /** Inputs that the target gave to workflows, by `<file>#<workflowId>`. */
  inputs: Record<string, Record<string, unknown>>;
}

/** A recording: what was kept, and the exchanges in order, by the base URL of the world that they belong to. */
export interface Recording {
  facts: RecordingFacts;
  exchanges: Record<string, RecordedExchange[]>;
}
