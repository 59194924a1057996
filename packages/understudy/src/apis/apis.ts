import { resolve } from 'node:path';
import { didYouMean } from '@understudy/contract';
import type { Api } from '@understudy/kernel';
import { apiPackages } from './api-packages.js';
import { isApiPackage, loadApi, loadedFrom, type Tell } from './load-api.js';

/** APIs by name. */
export type Apis = ReadonlyMap<string, Api>;

/** Those that come along with Understudy. */
export const apisThatComeAlong: Apis = new Map(apiPackages.map((api) => [api.name, api]));

/** APIs that are known, and those of them that are meant. */
export interface ChosenApis {
  readonly known: Apis;
  readonly chosen: readonly Api[];
}

/**
 * The APIs meant: those named without repetition, or all that are known. What comes along whatever is chosen is not among
 * them.
 *
 * @param names names of known APIs, packages or folders of others, OpenAPI descriptions, or APIs themselves
 * @param tell called with what cannot be honoured of a description
 * @throws RangeError when a name is unknown, a package cannot be loaded, or two APIs have one name
 */
export async function chooseApis(
  names: readonly (string | Api)[],
  known = apisThatComeAlong,
  tell?: Tell,
): Promise<ChosenApis> {
  const added = await Promise.all(
    names.map(async (name) => {
      if (typeof name !== 'string' || !isApiPackage(name)) return name;
      // The configuration may name it, too.
      const same = [...known.values()].find((api) => loadedFrom.get(api) === resolve(name));
      return same ?? (await loadApi(name, process.cwd(), tell));
    }),
  );
  const all = withApis(
    known,
    added.filter((api) => typeof api !== 'string'),
  );
  const wanted = new Set(added.map((api) => (typeof api === 'string' ? api : api.name)));
  for (const name of wanted) {
    if (all.has(name)) continue;
    const hint = didYouMean(name, all.keys());
    throw new RangeError(`API "${name}" is unknown; there are ${[...all.keys()].join(', ')}.${hint}`);
  }
  const apart = (names: Iterable<string>) =>
    [...names].flatMap((name) => all.get(name) ?? []).filter(({ comesAlong }) => comesAlong !== true);
  const named = apart(wanted);
  return { known: all, chosen: named.length === 0 ? apart(all.keys()) : named };
}

/**
 * The known APIs and further ones.
 *
 * @throws RangeError when two of them have one name
 */
export function withApis(known: Apis, more: readonly Api[]): Apis {
  const all = new Map(known);
  for (const api of more) {
    if (all.has(api.name) && all.get(api.name) !== api) {
      throw new RangeError(`There are two APIs of the name "${api.name}"; rename one`);
    }
    all.set(api.name, api);
  }
  return all;
}

/** Those that are served: what comes along, and those chosen. */
export function servedApis({ known, chosen }: ChosenApis): Api[] {
  return [...[...known.values()].filter(({ comesAlong }) => comesAlong === true), ...chosen];
}
