import { resolve } from 'node:path';
import { suggestName } from '@understudy/contract';
import type { ApiDefinition } from '@understudy/kernel';
import { apiPackages } from './api-packages.js';
import { apiSources, isApiPackage, loadApi, type WarningListener } from './load-api.js';

/** APIs by name. */
export type ApiRegistry = ReadonlyMap<string, ApiDefinition>;

/** The APIs that are part of Understudy. */
export const builtInApis: ApiRegistry = new Map(apiPackages.map((api) => [api.name, api]));

/** All known APIs, and the selected ones. */
export interface ChosenApis {
  readonly known: ApiRegistry;
  readonly chosen: readonly ApiDefinition[];
}

/**
 * Selects APIs by name, package, folder or description, or all known APIs. The identity provider is never included.
 *
 * @param tell called for unsupported parts of a description
 * @throws RangeError for an unknown name, a package that cannot be loaded, or two APIs with one name
 */
export async function chooseApis(
  names: readonly (string | ApiDefinition)[],
  known = builtInApis,
  tell?: WarningListener,
): Promise<ChosenApis> {
  const added = await Promise.all(
    names.map(async (name) => {
      if (typeof name !== 'string' || !isApiPackage(name)) return name;
      // The configuration can also name it.
      const same = [...known.values()].find((api) => apiSources.get(api) === resolve(name));
      return same ?? (await loadApi(name, process.cwd(), tell));
    }),
  );
  const all = addApis(
    known,
    added.filter((api) => typeof api !== 'string'),
    added.filter((api) => typeof api === 'string'),
  );
  const wanted = new Set(added.map((api) => (typeof api === 'string' ? api : api.name)));
  for (const name of wanted) {
    if (all.has(name)) continue;
    const hint = suggestName(name, all.keys());
    throw new RangeError(`Unknown API "${name}". Available: ${[...all.keys()].join(', ')}.${hint}`);
  }
  const apart = (names: Iterable<string>) =>
    [...names].flatMap((name) => all.get(name) ?? []).filter(({ comesAlong }) => comesAlong !== true);
  return { known: all, chosen: apart(wanted.size === 0 ? all.keys() : wanted) };
}

/**
 * Adds APIs. Your own API replaces a built-in API with the same name.
 *
 * @param named names of built-in APIs that must not be replaced
 * @throws RangeError if two have the same name
 */
export function addApis(
  known: ApiRegistry,
  more: readonly ApiDefinition[],
  named: readonly string[] = [],
): ApiRegistry {
  const all = new Map(known);
  for (const api of more) {
    const other = all.get(api.name);
    const isReplaced = other === builtInApis.get(api.name) && !named.includes(api.name);
    if (other !== undefined && other !== api && !isReplaced)
      throw new RangeError(`Two APIs have the name "${api.name}". Rename one of them.`);
    all.set(api.name, api);
  }
  return all;
}

/** The selected APIs and the ones that are always served. */
export function listServedApis({ known, chosen }: ChosenApis): ApiDefinition[] {
  return [...[...known.values()].filter(({ comesAlong }) => comesAlong === true), ...chosen];
}
