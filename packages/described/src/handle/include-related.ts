import { isObject } from '@understudy/contract';
import { getMember, normalizeName, toSingular } from '@understudy/model';
import { showStored } from '../answer/show-stored.js';
import type { OperationRequest } from './api-runtime.js';
import { EntityStore } from './entity-store.js';

/** Maximum number of included records. Further records and relationships are omitted. */
const mostIncluded = 200;
const deepest = 10;

/**
 * Adds the records that relationships name by type and id to the list `included` of a response (JSON:API), without
 * duplicates.
 *
 * @param names relationships to include, such as `author` or `comments.author`
 */
export async function includeRelated(
  request: OperationRequest,
  body: Record<string, unknown>,
  { schema, names }: { readonly schema: unknown; readonly names: readonly string[] },
): Promise<void> {
  const { served, context } = request;
  const { schemas } = served.plan;
  const items = schemas.shape(schema).at('included')?.flat.items;
  if (items === undefined) return;
  const found = new Map<string, Record<string, unknown> | undefined>();
  for (const path of names) {
    let from = [body['data']].flat();
    for (const name of path.split('.').slice(0, deepest)) {
      const links = from.flatMap((each) => getMember(each, `relationships.${name}.data`)).filter(isObject);
      from = [];
      for (const { type, id } of links.slice(0, mostIncluded)) {
        const label = `${type} ${id}`;
        if (!found.has(label) && found.size < mostIncluded)
          found.set(label, await findByType(request, String(type), String(id)));
        from.push(found.get(label));
      }
    }
  }
  const facts = { now: context.clock.now(), baseUrl: context.baseUrl };
  body['included'] = [...found.values()]
    .filter(isObject)
    .map((each) => showStored(schemas, each, { schema: items, facts }));
}

async function findByType({ served, context }: OperationRequest, type: string, id: string) {
  const word = (name: string) => toSingular(normalizeName(name));
  for (const resource of served.plan.resources.values()) {
    if (resource.parents > 0) continue;
    const found = await new EntityStore(context, resource, []).get(id);
    const own = found?.fields?.['type'] ?? resource.name.split('.').at(-1);
    if (found?.fields !== undefined && word(String(own)) === word(type)) return { ...found.fields };
  }
  return undefined;
}
