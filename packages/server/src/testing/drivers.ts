import { afterEach } from 'vitest';
import type { ApiDriver } from './api-driver.js';

/**
 * Call it once at the top of a test file: gives a function that remembers a driver. After each test all of them are
 * closed, and none may have met a defect of ours.
 */
export function drivers(): <Driver extends ApiDriver>(driver: Driver) => Driver {
  const open: ApiDriver[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((driver) => driver.close()));
  });
  return (driver) => {
    open.push(driver);
    return driver;
  };
}
