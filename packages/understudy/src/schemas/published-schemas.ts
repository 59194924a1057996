import { readFile } from 'node:fs/promises';
import type { JsonSchema } from '@understudy/contract';
import { loadContracts } from '../workspace.js';
import { bundleSchema } from './bundle-schema.js';

interface PublishedSchema {
  /** The schema file. Undefined for the behavior model, whose schema is a module. */
  readonly file?: URL;
  readonly describes: string;
}

const own = (name: string): URL => new URL(`../../schemas/${name}.schema.json`, import.meta.url);
const ofSuite = (name: string): URL => new URL(`../../../conformance/schemas/${name}.schema.json`, import.meta.url);

/** Schemas by name. The published package contains each as `schemas/<name>.schema.json`. */
export const publishedSchemas = {
  config: { file: own('config'), describes: 'understudy.config.yaml' },
  seed: { file: own('seed'), describes: 'a seed file: understudy start --seed <file>' },
  arazzo: { file: ofSuite('arazzo'), describes: 'scenarios: *.arazzo.yaml' },
  claims: { file: own('claims'), describes: 'claims.yaml of an API' },
  gaps: { file: own('gaps'), describes: 'gaps.yaml of an API' },
  model: { describes: 'the changed lines of a behavior model: understudy start --model <file>' },
  'run-result': { file: ofSuite('run-result'), describes: 'what understudy test run --report json=<file> writes' },
} as const satisfies Readonly<Record<string, PublishedSchema>>;

export type SchemaName = keyof typeof publishedSchemas;

/** Reads a published JSON Schema (draft 2020-12) without references to other files. */
export async function readSchema(name: SchemaName): Promise<JsonSchema> {
  if (name === 'model') return (await import('@understudy/model')).modelSchema;
  const text = await readFile(publishedSchemas[name].file, 'utf8');
  const contracts = text.includes('https://understudy.invalid/apis/') ? await loadContracts() : new Map();
  return bundleSchema(JSON.parse(text), contracts);
}
