import { useCallback } from 'preact/hooks';
import { callControl } from './call-control.js';
import type { CollectionInfo } from './types.js';
import { useLoad } from './use-load.js';

/**
 * Stored values that fit an input member by its name: keys of `companies` for `companyId`, tenants for `tenantId`.
 */
export function useExampleKeys(api: string): (member: string) => readonly string[] {
  const { value } = useLoad('records', () => callControl<{ collections: CollectionInfo[] }>('GET records'));
  return useCallback(
    (member: string) => {
      const own = (value?.collections ?? []).filter((collection) => collection.api === api);
      if (member === 'clientId' || member === 'tenantId') {
        return [...new Set(own.flatMap((collection) => collection[member] ?? []))];
      }
      const [, stem] = /^(.+)Ids?$/.exec(member) ?? [];
      if (stem === undefined) return [];
      const plurals = [`${stem}s`, stem.replace(/y$/, 'ies')];
      return own.filter(({ collection }) => plurals.includes(collection)).flatMap(({ firstKeys }) => firstKeys);
    },
    [value, api],
  );
}
