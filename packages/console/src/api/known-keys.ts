import { useMemo } from 'preact/hooks';
import { callControl } from './call-control.js';
import type { CollectionInfo } from './types.js';
import { useLoad } from './use-load.js';

/** Returns the stored collections, loaded again after sandbox activity. */
export function useCollections() {
  return useLoad(
    'records',
    async () => (await callControl<{ collections: CollectionInfo[] }>('GET records')).collections,
  );
}

/** Returns the possible collection names for a member such as `companyId`. */
export function pluralsOf(member: string): readonly string[] {
  const [, stem] = /^(.+?)_?[Ii]ds?$/.exec(member) ?? [];
  return stem === undefined ? [] : [`${stem}s`, stem.replace(/y$/, 'ies')];
}

/**
 * Stored values that fit an input member by its name: keys of `companies` for `companyId`, tenants for `tenantId`.
 */
export function knownKeys(collections: readonly CollectionInfo[], api: string): (member: string) => readonly string[] {
  const own = collections.filter((collection) => collection.api === api);
  return (member) => {
    if (member === 'clientId' || member === 'tenantId') {
      return [...new Set(own.flatMap((collection) => collection[member] ?? []))];
    }
    return own.filter(({ collection }) => pluralsOf(member).includes(collection)).flatMap(({ firstKeys }) => firstKeys);
  };
}

/** {@link knownKeys} of an API. */
export function useExampleKeys(api: string): (member: string) => readonly string[] {
  const { value = none } = useCollections();
  return useMemo(() => knownKeys(value, api), [value, api]);
}

const none: readonly CollectionInfo[] = [];
