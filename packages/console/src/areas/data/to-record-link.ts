import type { CollectionInfo } from '../../api/types.js';
import { linkTo } from '../../route.js';

type Place = Pick<CollectionInfo, 'api' | 'collection' | 'clientId' | 'tenantId'>;

export function toRecordLink({ api, collection, clientId = '', tenantId = '' }: Place, key?: string): string {
  const path = ['data', api, collection, ...(key === undefined ? [] : [key])].map(encodeURIComponent).join('/');
  return linkTo(path, { clientId, tenantId });
}
