import { useDrivers } from '@understudy/server/testing';
import { type ApiOptions, Inventory } from './inventory.js';

/** Call it once at the top of a test file: gives a function that starts an inventory API and a client. */
export function inventories(): (options?: ApiOptions) => Promise<Inventory> {
  const own = useDrivers();
  return async (options) => {
    const inventory = own(new Inventory(options));
    await inventory.logIn();
    return inventory;
  };
}
