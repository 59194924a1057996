import { isObject } from '@understudy/contract';
import type { DatasetShape } from '../service.js';

/** The items of an unchecked body, one per dataset, for any of the services. */
export function itemsOfBody(body: Record<string, unknown>): unknown[] {
  const lists = ['datasets', 'parametersArray', 'parameters'].map((key) => body[key]);
  return lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
}

/** The estimated number of records in an unchecked upload. */
export function countRecords(body: Record<string, unknown>, { recordsKey }: DatasetShape): number {
  const lists = itemsOfBody(body).map((item) => (isObject(item) ? item[recordsKey] : undefined));
  return lists.reduce((total: number, list) => total + (Array.isArray(list) ? list.length : 0), 0);
}
