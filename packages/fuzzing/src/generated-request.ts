import type { FormPart, Parameter } from '@understudy/contract';
import type { Schema } from './inline-schema.js';

/** Headers by name. */
export type HeaderValues = Record<string, string>;

/** A request that is generated, valid or mutated. */
export interface GeneratedRequest {
  /** What was done to it. */
  what: string;
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: HeaderValues;
  /** The headers among those by which it is let in. */
  credentials: HeaderValues;
  body: Uint8Array<ArrayBuffer> | undefined;
  /** The path, where it is not the operation's first one. */
  template?: string;
  mediaType?: string;
  /** What the body says, before it is put into bytes. */
  value?: unknown;
  /** What the description says about the body. */
  schema?: Schema | undefined;
  /** What the value itself says, where the description leaves it open. */
  shape?: Schema;
  /** Of a form; undefined when it cannot be read. */
  parts?: readonly FormPart[] | undefined;
  /** Whether it must be refused, whatever the description says. */
  refused?: boolean | undefined;
}

/** Makes a mutated copy of a request. */
export type CopyRequest = (what: string, change: (mutated: GeneratedRequest) => void) => GeneratedRequest;

/** A parameter, with its schema inlined. */
export type KnownParameter = Omit<Parameter, 'schema'> & { readonly schema: Schema };
