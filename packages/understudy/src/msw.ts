/**
 * Simulators behind Mock Service Worker: they handle the requests of your code to a base URL.
 *
 * @example In Node, the simulators run in process.
 * import { setupServer } from 'msw/node';
 * import { startSimulators } from 'api-understudy';
 * import { createSimulatorHandlers } from 'api-understudy/msw';
 *
 * const simulators = await startSimulators({ apis: ['inventory'] });
 * const server = setupServer(...createSimulatorHandlers(simulators, { baseUrl: 'https://api.example' }));
 * server.listen();
 *
 * @example In a page, the service worker forwards requests to `understudy start`.
 * import { setupWorker } from 'msw/browser';
 * import { connectToServer, createSimulatorHandlers } from 'api-understudy/msw';
 *
 * const server = connectToServer('http://127.0.0.1:4010');
 * await setupWorker(...createSimulatorHandlers(server, { baseUrl: 'https://api.example' })).start();
 *
 * @packageDocumentation
 */
import { bypass, type HttpHandler, HttpResponse, http, passthrough } from 'msw';
import { Control } from './control/control.js';
import { type AddressOptions, createServedAddress } from './runners/served-address.js';
import type { RunningSimulators } from './start-simulators.js';

export type { AddressOptions } from './runners/served-address.js';

/** A connection from a browser page to a running server. */
export interface ServerConnection {
  readonly url: string;
  /** Sends a request to the same path on the server. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** The control plane. The server must allow the origin of the page with `--allowed-origins`, and must not require a token. */
  readonly control: Control;
}

/** Connects to a server, such as `http://127.0.0.1:4010`. MSW does not intercept these requests again. */
export function connectToServer(address: string): ServerConnection {
  const url = address.replace(/(?<!\/)\/+$/, '');
  return {
    url,
    // A browser's `fetch` rejects any other `this`.
    control: new Control(url, (asked, call) => fetch(asked, call)),
    fetch(asked, init) {
      const { pathname, search } = new URL(asked);
      return fetch(bypass(url + pathname + search, init));
    },
  };
}

/**
 * Creates handlers for all requests under a base URL. A fault that closes the connection becomes a network error.
 * Requests to the URL of the simulators, such as links in responses, are sent unchanged.
 *
 * @throws TypeError if `baseUrl` is not an absolute http or https URL
 */
export function createSimulatorHandlers(
  simulators: Pick<RunningSimulators, 'fetch' | 'url'>,
  options: AddressOptions = {},
): HttpHandler[] {
  const address = createServedAddress(simulators, options);
  const { origin } = new URL(options.baseUrl ?? simulators.url);
  return [
    http.all(`${origin}/*`, async ({ request }) => {
      if (!address.covers(request.url)) return passthrough();
      const { method, headers } = request;
      const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
      try {
        return await address.fetch(request.url, { method, headers, ...(body === undefined ? {} : { body }) });
      } catch {
        return HttpResponse.error();
      }
    }),
    http.all(`${new URL(simulators.url).origin}/*`, () => passthrough()),
  ];
}
