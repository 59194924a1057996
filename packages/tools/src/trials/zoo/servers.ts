import { createServer } from 'node:http';
import { join } from 'node:path';
import { startPrism } from '../../bench/contenders.ts';
import { listen } from '../../clients/listen.ts';
import { mustRun, startServerWith } from '../../gate.ts';
import { root } from '../../steps.mjs';

/** A server that simulates an API, and the API's path on it. */
interface ZooServer {
  readonly url: string;
  readonly prefix: string;
  complaints(): string;
  stop(): Promise<void>;
}

/**
 * Servers that can simulate an API: this repository's sources, Prism's mock, and a stub that responds with `{}` to
 * everything.
 */
export const servers: Readonly<
  Record<string, (file: string, prefix: string, args: readonly string[]) => Promise<ZooServer>>
> = {
  understudy: async (file, prefix, args) => {
    // Worker threads use the built module, even if this code runs from source.
    await mustRun(['run', '-s', 'build'], { command: 'npm', cwd: join(root, 'packages', 'kernel') });
    const nodeOptions = ['--import', 'tsx', '--conditions=@understudy/source'];
    const server = await startServerWith({ nodeOptions, program: 'packages/understudy/src/cli.ts' }, file, ...args);
    return { ...server, prefix };
  },
  prism: async (file) => {
    const { url, stop } = await startPrism(file, '/');
    return { url, prefix: '', complaints: () => '', stop: async () => stop() };
  },
  stub: async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const stop = async () => {
      server.closeAllConnections();
      server.close();
    };
    return { url: await listen(server), prefix: '', complaints: () => '', stop };
  },
};
