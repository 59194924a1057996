import { isObject } from '@understudy/contract';
import type { DatasetShape } from '../service.js';
import { itemsOfBody } from './items-of-body.js';

/** How many records an upload seems to hold; nobody has checked its body yet. */
export function countRecords(body: Record<string, unknown>, { recordsKey }: DatasetShape): number {
  const lists = itemsOfBody(body).map((item) => (isObject(item) ? item[recordsKey] : undefined));
  return lists.reduce((total: number, list) => total + (Array.isArray(list) ? list.length : 0), 0);
}
