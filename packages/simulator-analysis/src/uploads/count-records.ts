import { isObject } from '@understudy/contract';
import type { DatasetShape } from '../service.js';

/** The items of a body, one for each dataset, whichever of the services it is for; nobody has checked it yet. */
export function itemsOfBody(body: Record<string, unknown>): unknown[] {
  const lists = ['datasets', 'parametersArray', 'parameters'].map((key) => body[key]);
  return lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
}

/** How many records an upload seems to hold; nobody has checked its body yet. */
export function countRecords(body: Record<string, unknown>, { recordsKey }: DatasetShape): number {
  const lists = itemsOfBody(body).map((item) => (isObject(item) ? item[recordsKey] : undefined));
  return lists.reduce((total: number, list) => total + (Array.isArray(list) ? list.length : 0), 0);
}
