import { afterEach } from 'vitest';
import type { ApiDriver } from './api-driver.js';

/**
 * Call it at the top of a test file. Returns a function that closes a driver after each test and expects no defects.
 */
export function useDrivers(): <Driver extends ApiDriver>(driver: Driver) => Driver {
  const open: ApiDriver[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((driver) => driver.close()));
  });
  return (driver) => {
    open.push(driver);
    return driver;
  };
}
