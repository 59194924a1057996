import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { StartOptions } from '../start-options.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';

/** Creates resources for a test file and releases them after its tests. Call it at the top of the file. */
export function useResources() {
  const releases: (() => unknown)[] = [];
  afterAll(async () => {
    for (const release of releases.reverse()) await release();
  });
  /** Creates a temporary folder with files. Values other than strings are written as JSON. */
  const folderWith = async (files: object = {}): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-'));
    releases.push(() => rm(folder, { recursive: true, force: true }));
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return folder;
  };
  return {
    folderWith,
    /** Creates a file in a new folder. @returns its path */
    fileWith: async (name: string, content: unknown) => join(await folderWith({ [name]: content }), name),
    /** Starts simulators. Tests expect no defects unless they deviate on purpose. */
    async start(options: StartOptions = {}, defects: 'none' | 'any' = 'none'): Promise<RunningSimulators> {
      const simulators = await startSimulators(options);
      releases.push(async () => {
        await simulators.close();
        if (defects === 'none') expect(simulators.defects).toEqual([]);
      });
      return simulators;
    },
    /** Listens on a free loopback port. @returns `http://127.0.0.1:<port>` */
    async listen(server: Server): Promise<string> {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      releases.push(() => {
        server.closeAllConnections();
        server.close();
      });
      // A server that listens on TCP has an AddressInfo.
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
