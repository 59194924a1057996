import { membersOf } from '@understudy/contract';
import type { OperationPlan } from '@understudy/model';
import { shiftDate } from '../state/entity-variants.js';

/** Queries with the required parameters, in which periods are empty, short and long. */
export function queriesOf({ operation: { parameters } }: OperationPlan): Readonly<Record<string, string>>[] {
  const dated = parameters.filter(({ in: place, schema }) => place === 'query' && isDated(schema));
  const [first, second] = dated;
  if (first === undefined || second === undefined) return [{}];
  return [
    [0, 1],
    [0, 100],
    [0, 800],
    [1, 0],
    [100, 0],
  ].map(([start = 0, end = 0]) =>
    Object.fromEntries([
      [first.name, dateAt(first.schema, start)],
      [second.name, dateAt(second.schema, end)],
    ]),
  );
}

function isDated(schema: unknown): boolean {
  return /^date/.test(String(membersOf(schema)['format']));
}

function dateAt(schema: unknown, days: number): string {
  const date = shiftDate('2026-01-01', days) ?? '';
  return membersOf(schema)['format'] === 'date-time' ? `${date}T00:00:00Z` : date;
}
