import { createHash } from 'node:crypto';
import type { RunningSimulators } from 'api-understudy';
import { type CrudResource, plain } from './read-resources.ts';

/** How the generated records of one description went. */
export interface SeedResult {
  readonly records: number;
  /** Records that the schema of their own GET does not allow. */
  readonly invalid: readonly string[];
  /** Members that name a record of another collection. */
  readonly references: number;
  /** Those that name none. */
  readonly dangling: readonly string[];
  /** Some values, for a reader. */
  readonly values: readonly string[];
}

const mostValues = 12;

/** Reads the generated records of collections without parents through the API, and follows their members called `<resource>Id`. */
export async function trySeeds(
  { fetch, url }: Pick<RunningSimulators, 'fetch' | 'url'>,
  resources: readonly CrudResource[],
  seed = '1',
): Promise<SeedResult> {
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, body: /json/.test(type) ? JSON.parse(text) : text };
  };
  const roots = resources.filter(({ collection, list }) => list !== undefined && !collection.includes('{'));
  const known = new Map(roots.map((each) => [wordOf(each.collection), each]));
  const [invalid, dangling, values]: [string[], string[], string[]] = [[], [], []];
  let [records, references] = [0, 0];
  for (const { collection, read, parameter } of roots) {
    const { body } = await get(collection);
    for (const record of recordsIn(body).slice(0, 5)) {
      records += 1;
      const own = Object.entries(record);
      const key = own.find(([name]) => plain(name) === plain(parameter))?.[1];
      if (typeof key === 'string' || typeof key === 'number') {
        const one = await get(read.path.replace(/\{[^{}]*\}/, encodeURIComponent(String(key))));
        const parts = { status: one.status, headers: { 'content-type': one.type }, body: one.body, empty: false };
        const [wrong] = read.validateResponse({ ...parts, mediaType: one.type });
        if (one.status >= 300 || wrong !== undefined)
          invalid.push(`${collection}/${key}: ${one.status} ${wrong?.message ?? ''}`);
      }
      for (const [name, value] of own) {
        if (!['object', 'boolean'].includes(typeof value)) values.push(`${wordOf(collection)}.${name}: ${value}`);
        const target = /(?:_id|Id)$/.test(name) ? known.get(plain(name).slice(0, -2)) : undefined;
        // Its own id can have the name of its collection. An id of another type names something else.
        const wanted = Object(target?.read.parameters.find((each) => each.in === 'path')?.schema).type;
        const isId = typeof value === 'number' || (typeof value === 'string' && wanted !== 'integer');
        if (target === undefined || target.collection === collection || !isId) continue;
        references += 1;
        const path = target.read.path.replace(/\{[^{}]*\}/, encodeURIComponent(String(value)));
        if ((await get(path)).status >= 300) dangling.push(`${collection}: ${name} ${value}`);
      }
    }
  }
  const rank = (value: string) => createHash('sha256').update(`${seed} ${value}`).digest('hex');
  const ranked = new Map(values.map((value) => [rank(value), value]));
  const drawn = [...ranked].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, mostValues);
  return { records, invalid, references, dangling, values: drawn.map(([, value]) => value) };
}

function wordOf(collection: string): string {
  const [last = ''] = collection.split('/').slice(-1);
  const word = plain(last.replace(/\.\w+$/, ''));
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}

function recordsIn(body: unknown): Record<string, unknown>[] {
  const lists = [body, ...Object.values(Object(body)), ...Object.values(Object(Object(body).data))];
  return (
    lists.find(
      (each): each is Record<string, unknown>[] =>
        Array.isArray(each) && each.length > 0 && each.every((item) => typeof item === 'object' && item !== null),
    ) ?? []
  );
}
