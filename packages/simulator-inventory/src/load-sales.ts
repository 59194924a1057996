import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataScope } from '@understudy/kernel';
import type { StoredDataset } from '@understudy/simulator-analysis';
import { inventoryCollections } from './entities.js';
import { type PackedSales, packSales } from './packed-sales.js';

/** Records to pack in one turn, which takes a fraction of a millisecond. */
const recordsPerTurn = 2000;

/** Caches packed datasets. A stored dataset never changes, it is replaced. */
const packed = new WeakMap<StoredDataset, PackedSales>();

/** The latest requested turn. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Loads the sales of the existing datasets, for a worker thread, which itself must not load this module. Other requests are served in
 * between.
 */
export async function loadSales(scope: DataScope, datasetIds: readonly string[]): Promise<PackedSales[]> {
  const datasets = scope.collection(inventoryCollections.datasets);
  const loaded: PackedSales[] = [];
  let records = 0;
  for (const id of datasetIds) {
    const dataset = await datasets.get(id);
    if (dataset === undefined) continue;
    let sales = packed.get(dataset);
    if (sales === undefined) {
      sales = packSales(dataset);
      packed.set(dataset, sales);
      records += dataset.records.length;
    }
    loaded.push(sales);
    if (records < recordsPerTurn) continue;
    records = 0;
    await ownTurn();
  }
  return loaded;
}

/** Waits for a turn of the event loop in which no other job packs. */
async function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  await lastTurn;
}
