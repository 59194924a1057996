/**
 * Simulators behind Mock Service Worker in Node: they handle the requests of your code to a base URL.
 *
 * @example
 * import { setupServer } from 'msw/node';
 * import { startSimulators } from 'api-understudy';
 * import { createSimulatorHandlers } from 'api-understudy/msw';
 *
 * const simulators = await startSimulators({ apis: ['inventory'] });
 * const server = setupServer(...createSimulatorHandlers(simulators, { baseUrl: 'https://api.example' }));
 * server.listen();
 *
 * @packageDocumentation
 */
import { type HttpHandler, HttpResponse, http, passthrough } from 'msw';
import { type AddressOptions, createServedAddress } from './runners/served-address.js';
import type { RunningSimulators } from './start-simulators.js';

export type { AddressOptions } from './runners/served-address.js';

/**
 * Creates handlers for every method and path below a base URL. A fault that closes the connection becomes a network
 * error.
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
  ];
}
