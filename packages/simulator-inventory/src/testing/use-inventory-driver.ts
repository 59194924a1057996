import { useDrivers } from '@understudy/server/testing';
import { type ApiOptions, InventoryDriver } from './inventory-driver.js';

/** Call it once at the top of a test file. It returns a function that starts an inventory API and a client. */
export function useInventoryDriver(): (options?: ApiOptions) => Promise<InventoryDriver> {
  const own = useDrivers();
  return async (options) => {
    const inventory = own(new InventoryDriver(options));
    await inventory.logIn();
    return inventory;
  };
}
