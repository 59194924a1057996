import { afterEach, expect } from 'vitest';
import { Inventory, type InventoryOptions } from './inventory.js';

/**
 * To be called once at the top of a test file: gives a function that starts an inventory API with a client that has a
 * token. After each test all of them are closed, and none may have met a defect of ours.
 */
export function inventories(): (options?: InventoryOptions) => Promise<Inventory> {
  const open: Inventory[] = [];
  afterEach(async () => {
    const defects = open.flatMap(({ simulators }) => simulators.defects);
    await Promise.all(open.splice(0).map(({ simulators }) => simulators.close()));
    expect(defects).toEqual([]);
  });
  return async (options) => {
    const inventory = new Inventory(options);
    open.push(inventory);
    await inventory.logIn();
    return inventory;
  };
}
