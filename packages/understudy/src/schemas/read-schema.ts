import { readFile } from 'node:fs/promises';
import type { JsonSchema } from '@understudy/contract';
import { loadContracts } from '../workspace.js';
import { bundleSchema } from './bundle-schema.js';
import { publishedSchemas, type SchemaName } from './published-schemas.js';

/** Reads a published JSON Schema (draft 2020-12) without references to other files. */
export async function readSchema(name: SchemaName): Promise<JsonSchema> {
  if (name === 'model') return (await import('@understudy/model')).modelSchema;
  const text = await readFile(publishedSchemas[name].file, 'utf8');
  const contracts = text.includes('https://understudy.invalid/apis/') ? await loadContracts() : new Map();
  return bundleSchema(JSON.parse(text), contracts);
}
