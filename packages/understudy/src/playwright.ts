/**
 * Simulators for pages in Playwright tests: in process, without a port, and with one sandbox per test.
 *
 * @example
 * import { test as base, expect } from '@playwright/test';
 * import { type SandboxFixture, type SimulatorsFixture, createSimulatorFixtures } from 'api-understudy/playwright';
 *
 * const options = { baseUrl: 'https://api.example', seed: 'demo' };
 * const test = base.extend<SandboxFixture, SimulatorsFixture>(createSimulatorFixtures(options));
 * test('shows tomorrow', async ({ page, sandbox }) => {
 *   await sandbox.control.advance('P1D');
 *   await page.goto('/');
 * });
 *
 * @packageDocumentation
 */
import type { SandboxHandle } from './control/control.js';
import { type AddressOptions, createServedAddress } from './runners/served-address.js';
import type { StartOptions } from './start-options.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';

export type { SandboxHandle } from './control/control.js';
export type { AddressOptions } from './runners/served-address.js';
export type { RunningSimulators } from './start-simulators.js';

/** The used members of Playwright's `Page` or `BrowserContext`, in any version. */
export interface RoutedPage {
  route(url: (url: URL) => boolean, handler: (route: PageRoute) => Promise<void>): Promise<unknown>;
}

/** The used members of Playwright's `Route`. */
export interface PageRoute {
  request(): {
    url(): string;
    method(): string;
    allHeaders(): Promise<Record<string, string>>;
    postDataBuffer(): Buffer | null;
  };
  fulfill(answer: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
  abort(errorCode?: string): Promise<void>;
}

/**
 * Routes a page's requests under a base URL to the simulators.
 *
 * @param page a `Page`, or a `BrowserContext` for all its pages
 * @throws TypeError if `baseUrl` is not an absolute http or https URL
 */
export async function routeToSimulators(
  page: RoutedPage,
  simulators: Pick<RunningSimulators, 'fetch' | 'url'>,
  options: AddressOptions = {},
): Promise<void> {
  const address = createServedAddress(simulators, options);
  await page.route(
    (url) => address.covers(url.href),
    async (route) => {
      const request = route.request();
      const sent = await request.allHeaders();
      const headers = Object.entries(sent).filter(([name]) => !name.startsWith(':'));
      const body = request.postDataBuffer();
      let answer: Parameters<PageRoute['fulfill']>[0];
      try {
        const response = await address.fetch(request.url(), {
          method: request.method(),
          headers: Object.fromEntries(headers),
          ...(body === null ? {} : { body: new Uint8Array(body) }),
        });
        const bytes = Buffer.from(await response.arrayBuffer());
        answer = { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
      } catch {
        // A fault rule closed the connection.
        await route.abort('connectionreset');
        return;
      }
      await route.fulfill(answer);
    },
  );
}

/** Options of the simulators, and the base URL that pages call. */
export type FixtureOptions = Omit<StartOptions, 'port' | 'host'> & Pick<AddressOptions, 'baseUrl'>;

/** Test-scoped fixtures, in addition to `page`, which is routed to the sandbox. */
export interface SandboxFixture {
  /** A new sandbox for this test. Advance its clock with `sandbox.control`. */
  sandbox: SandboxHandle;
}

/** Worker-scoped fixtures. */
export interface SimulatorsFixture {
  simulators: RunningSimulators;
}

type Use<Value> = (value: Value) => Promise<void>;

/**
 * Creates fixtures for `test.extend()`: `simulators` for each worker, and a `sandbox` and a routed `page` for each
 * test. A defect of the simulators fails the current test.
 *
 * @param options options of `startSimulators`, and the `baseUrl` that pages call
 */
export function createSimulatorFixtures<Page extends RoutedPage = RoutedPage>({
  baseUrl,
  ...options
}: FixtureOptions = {}) {
  let made = 0;
  const simulators = async (
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    {}: object,
    use: Use<RunningSimulators>,
  ): Promise<void> => {
    const running = await startSimulators(options);
    await use(running);
    await running.close();
  };
  return {
    simulators: [simulators, { scope: 'worker' }] as [typeof simulators, { scope: 'worker' }],
    sandbox: async ({ simulators: running }: SimulatorsFixture, use: Use<SandboxHandle>): Promise<void> => {
      made += 1;
      const seen = running.defects.length;
      const sandbox = await running.control.sandboxes.create(`test-${made}`);
      await use(sandbox);
      await running.control.sandboxes.delete(sandbox.name);
      const defect = running.defects[seen];
      if (defect !== undefined) {
        throw new Error(`Internal error in the simulators: ${defect.what}`, { cause: defect.error });
      }
    },
    page: async (
      { page, simulators: running, sandbox }: { page: Page } & SimulatorsFixture & SandboxFixture,
      use: Use<Page>,
    ): Promise<void> => {
      await routeToSimulators(page, running, { sandbox, ...(baseUrl === undefined ? {} : { baseUrl }) });
      await use(page);
    },
  };
}
