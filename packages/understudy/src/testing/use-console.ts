import { openBrowser } from '@understudy/console/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { StartOptions } from '../start-options.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';
import { ConsolePage } from './console-page.js';

interface OpenConsole {
  readonly simulators: RunningSimulators;
  readonly view: ConsolePage;
}

/**
 * Serves the demo seed for the tests of a file and opens the console in a browser, if one is installed. Expects no
 * defects.
 */
export function useConsole(options: StartOptions): OpenConsole {
  let browser: Browser | undefined;
  let simulators: RunningSimulators | undefined;
  let view: ConsolePage | undefined;
  beforeAll(async () => {
    [browser, simulators] = await Promise.all([openBrowser(), startSimulators({ port: 0, seed: 'demo', ...options })]);
    if (browser !== undefined) view = await ConsolePage.open(browser, simulators.url);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    expect(simulators?.defects).toEqual([]);
    await simulators?.close();
  });
  return {
    get simulators() {
      return running(simulators);
    },
    get view() {
      return running(view);
    },
  };
}

function running<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The console is open only while tests run');
  return part;
}
