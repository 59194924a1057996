import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataScope } from '@understudy/kernel';
import type { StoredDataset } from '@understudy/simulator-analysis';
import { inventoryCollections } from './entities.js';
import { type PackedSales, packSales } from './packed-sales.js';

/** Number of records packed per turn of the event loop, which takes a fraction of a millisecond. */
const recordsPerTurn = 2000;

/** Caches packed datasets. Stored datasets are replaced, never modified. */
const packed = new WeakMap<StoredDataset, PackedSales>();

/** Resolves when the most recently requested turn is over. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Loads the sales of the existing datasets for a worker thread, which must not load this module itself. Serves other
 * requests in between.
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
