import { signal } from '@preact/signals';
import type { CollectionInfo } from './api/types.js';

/** The location after the `#`: area, path and filters. */
interface Place {
  readonly area: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

export const currentRoute = signal(read());

addEventListener('hashchange', () => {
  currentRoute.value = read();
});

/** Returns a link to a location. Omits empty query values. */
export function linkTo(path: string, query: Readonly<Record<string, string>> | URLSearchParams = {}): string {
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const search = new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

type RecordPlace = Pick<CollectionInfo, 'api' | 'collection' | 'clientId' | 'tenantId'>;

/** Returns a link to a collection, or to one of its records. @param where filter for the records */
export function toRecordLink(
  { api, collection, clientId = '', tenantId = '' }: RecordPlace,
  key?: string,
  where = '',
): string {
  const path = ['data', api, collection, ...(key === undefined ? [] : [key])].map(encodeURIComponent).join('/');
  return linkTo(path, { clientId, tenantId, where });
}

/** Navigates to a location. @param replace whether to replace the history entry */
export function navigateTo(link: string, replace = false): void {
  if (!replace) location.hash = link;
  else {
    history.replaceState(null, '', link);
    currentRoute.value = read();
  }
}

function read(): Place {
  const [path = '', search = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [area = '', ...parts] = path.split('/').map(decoded);
  return { area: area === '' ? 'overview' : area, parts, query: new URLSearchParams(search) };
}

/** Decodes a part of the URL, or returns it unchanged if it is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
