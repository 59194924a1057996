import type { OperationCoverage, WireCoverage } from '../results/result.js';

/** Merges the coverage of two runs. */
export function mergeWire(first: WireCoverage, again: WireCoverage): WireCoverage {
  const operations = byKey(
    [...first.operations, ...again.operations],
    ({ api, operationId }) => `${api} ${operationId}`,
  );
  return { operations: operations.map((same) => same.reduce(mergeOperation)) };
}

function mergeOperation(one: OperationCoverage, other: OperationCoverage): OperationCoverage {
  const parameters = byKey([...one.parameters, ...other.parameters], ({ in: place, name }) => `${place} ${name}`);
  const properties = byKey([...one.properties, ...other.properties], ({ status, pointer }) => `${status} ${pointer}`);
  return {
    ...one,
    calls: one.calls + other.calls,
    statuses: byKey([...one.statuses, ...other.statuses], ({ status }) => status).map((same) => same.reduce(plus)),
    parameters: parameters.map((same) => same.reduce(plus)),
    properties: properties.map((same) =>
      same.reduce((earlier, later) => ({
        ...plus(earlier, later),
        ...(earlier.values === undefined || later.values === undefined
          ? {}
          : {
              values: byKey([...earlier.values, ...later.values], ({ value }) => JSON.stringify(value)).map((alike) =>
                alike.reduce(plus),
              ),
            }),
      })),
    ),
  };
}

function plus<Counted extends { seen: number }>(one: Counted, other: Counted): Counted {
  return { ...one, seen: one.seen + other.seen };
}

/** Groups items by key in the order of their first occurrence. */
function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
