import { openBrowser } from '@understudy/console/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

/**
 * Opens a browser for the tests of a file, if one is installed.
 *
 * @returns a function that returns the browser in tests
 */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error('there is no browser');
    return browser;
  };
}
