import { fileURLToPath } from 'node:url';
import { omitUndefined } from '@understudy/contract';
import { type HttpServer, type Simulators, serveHttp } from '@understudy/server';
import type { StartOptions } from './start-options.js';

/** A server, with the address of its control plane. */
export interface Listening extends HttpServer {
  /** Base URL of the control plane, without a trailing slash. */
  readonly controlUrl: string;
}

/**
 * Listens on a port, if one is set. In front of a real server, the control plane listens on its own port: pages of the
 * real server have the origin of the first port, so browsers do not let them access the second.
 */
export async function listen(
  simulators: Simulators,
  options: StartOptions,
  peerSecret: string | undefined,
): Promise<Listening | undefined> {
  const { port, host = '127.0.0.1', publicUrl, tls, upstream, controlPort = 0 } = options;
  if (port === undefined) return undefined;
  const { allowedHosts = [], allowedOrigins = [], cors = 'any' } = options;
  const shared = { host, allowedHosts, allowedOrigins, cors, ...omitUndefined({ tls, peerSecret }) };
  const own = { ...shared, pages: consoleFolder };
  if (upstream === undefined) {
    const server = await serveHttp(simulators, { ...own, port, ...omitUndefined({ publicUrl }) });
    return { ...server, controlUrl: server.url };
  }
  const control = await serveHttp(simulators, { ...own, port: controlPort });
  try {
    const controlUrl = control.url;
    const server = await serveHttp(simulators, {
      ...shared,
      ...{ port, upstream, controlUrl },
      ...omitUndefined({ publicUrl }),
    });
    return {
      ...server,
      controlUrl,
      close: async (timeoutMs) => void (await Promise.all([server.close(timeoutMs), control.close(timeoutMs)])),
    };
  } catch (error) {
    await control.close();
    throw error;
  }
}

/** The built console. The path is the same in the workspace and in the published package. */
const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));
