import { type ApiContract, isObject, membersOf } from '@understudy/contract';

/** Prefix of references to the schemas of an API. */
const ofApi = /^https:\/\/understudy\.invalid\/apis\/([a-z-]+)#\/components\/schemas\/([^/]+)$/;

/**
 * Copies a schema and adds every referenced schema of an API description to `$defs` as `<api>.<schema>`.
 *
 * @param api the API whose description contains the schema, if any
 * @throws RangeError for a reference to an unknown schema
 */
export function bundleSchema(
  schema: object,
  contracts: ReadonlyMap<string, ApiContract>,
  api?: string,
): Record<string, unknown> {
  const taken = new Map<string, unknown>();

  const take = (from: string, name: string): string => {
    const key = `${from}.${name}`;
    if (!taken.has(key)) {
      const found = membersOf(contracts.get(from)?.document.components?.schemas)[name];
      if (found === undefined) throw new RangeError(`The ${from} API has no schema ${name}`);
      taken.set(key, undefined);
      taken.set(key, copy(found, from));
    }
    return `#/$defs/${key}`;
  };

  const copy = (node: unknown, within: string | undefined): unknown => {
    if (Array.isArray(node)) return node.map((item) => copy(item, within));
    if (!isObject(node)) return node;
    const members = Object.entries(node).map(([key, value]) => {
      const target = key === '$ref' && typeof value === 'string' ? targetOf(value, within) : undefined;
      return [key, target === undefined ? copy(value, within) : take(...target)];
    });
    return Object.fromEntries(members);
  };

  const { $defs, ...rest } = membersOf(copy(schema, api));
  const defs = { ...membersOf($defs), ...Object.fromEntries(taken) };
  return Object.keys(defs).length === 0 ? rest : { ...rest, $defs: defs };
}

function targetOf(reference: string, within: string | undefined): [string, string] | undefined {
  const [, named, name] = ofApi.exec(reference) ?? [];
  if (named !== undefined && name !== undefined) return [named, name];
  const [, local] = /^#\/components\/schemas\/([^/]+)$/.exec(reference) ?? [];
  return within === undefined || local === undefined ? undefined : [within, local];
}
