import type { CollectionInfo } from '../../api/types.js';
import { linkTo } from '../../route.js';

/** Link to a collection or record. */
export function linkOf({ api, collection, clientId = '', tenantId = '' }: CollectionInfo, key?: string): string {
  const path = ['data', api, collection, ...(key === undefined ? [] : [key])].map(encodeURIComponent).join('/');
  return linkTo(path, { clientId, tenantId });
}
