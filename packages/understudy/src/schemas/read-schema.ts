import { readFile } from 'node:fs/promises';
import { type ApiContract, isObject, type JsonSchema } from '@understudy/contract';
import { loadContracts } from '../workspace.js';
import { publishedSchemas, type SchemaName } from './published-schemas.js';

/** What a reference to a schema of an API's description begins with. */
const ofApi = /^https:\/\/understudy\.invalid\/apis\/([a-z-]+)#\/components\/schemas\/([^/]+)$/;

/**
 * A published JSON Schema (draft 2020-12) that needs no other file: what it takes from the descriptions of APIs is under
 * its `$defs`, by the name `<api>.<schema>`.
 *
 * @throws RangeError when it refers to a schema that no API has
 */
export async function readSchema(name: SchemaName): Promise<JsonSchema> {
  const schema: unknown = JSON.parse(await readFile(publishedSchemas[name].file, 'utf8'));
  const taken = new Map<string, unknown>();
  if (!isObject(schema)) throw new RangeError(`The schema ${name} is no object`);
  if (!JSON.stringify(schema).includes('understudy.invalid/apis/')) return schema;
  const contracts = await loadContracts();
  const complete = within(schema, undefined, contracts, taken);
  const { $defs = {}, ...rest } = Object(complete);
  return { ...rest, $defs: { ...$defs, ...Object.fromEntries(taken) } };
}

/** A copy in which references to descriptions lead into `$defs`; what they lead to is put into `taken`. */
function within(
  node: unknown,
  api: string | undefined,
  contracts: ReadonlyMap<string, ApiContract>,
  taken: Map<string, unknown>,
): unknown {
  if (Array.isArray(node)) return node.map((item) => within(item, api, contracts, taken));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      const target = key === '$ref' && typeof value === 'string' ? targetOf(value, api) : undefined;
      if (target === undefined) return [key, within(value, api, contracts, taken)];
      take(target, contracts, taken);
      return [key, `#/$defs/${target.api}.${target.name}`];
    }),
  );
}

interface Target {
  readonly api: string;
  readonly name: string;
}

/** `api`: whose description the reference stands in, if it stands in one. */
function targetOf(reference: string, api: string | undefined): Target | undefined {
  const [, named, name] = ofApi.exec(reference) ?? [];
  if (named !== undefined && name !== undefined) return { api: named, name };
  const [, local] = /^#\/components\/schemas\/([^/]+)$/.exec(reference) ?? [];
  return api === undefined || local === undefined ? undefined : { api, name: local };
}

function take({ api, name }: Target, contracts: ReadonlyMap<string, ApiContract>, taken: Map<string, unknown>): void {
  const key = `${api}.${name}`;
  if (taken.has(key)) return;
  const found: unknown = Object(contracts.get(api)?.document.components?.schemas)[name];
  if (found === undefined) throw new RangeError(`The ${api} API has no schema ${name}`);
  taken.set(key, undefined);
  taken.set(key, within(found, api, contracts, taken));
}
