import { defaultSandboxName } from '@understudy/kernel/serving';
import type { ServerContext } from '../server-context.js';
import { presentClockReading } from './clock.js';
import type { ControlOperations } from './control-context.js';
import { createNotReadyError } from './control-errors.js';
import { prepareForGenerators } from './prepare-for-generators.js';

export const infoOperations = {
  getInfo: async (_input, { server, sandbox, baseUrl, caller }) => {
    const token = server.guard?.tokenNamed(caller?.clientId);
    return {
      status: 200,
      body: {
        name: 'understudy',
        version: server.version,
        startedAt: server.startedAt,
        sandbox: sandbox.name,
        url: baseUrl,
        address: baseUrl.replace(/^\w+:\/\//, ''),
        clock: presentClockReading(sandbox.clock),
        journalEntries: server.memory.journalEntries,
        ...(token === undefined ? {} : { token: { name: token.name, scope: token.scope } }),
        apis: [...server.simulators.values()].map(({ name, contract, actions }) => ({
          name,
          baseUrl,
          authUrl: baseUrl,
          operations: contract.index.operationIds.length,
          actions: Object.entries(actions).map(([action, { summary, suggestion, input }]) => ({
            name: action,
            summary,
            ...(suggestion === undefined ? {} : { suggestion }),
            members: Object.keys(input.properties),
            input: { ...input, additionalProperties: false },
          })),
        })),
      },
    };
  },

  getControlDescription: async (_input, { server }) => {
    const { paths = {}, ...document } = prepareForGenerators(server.control.contract.document);
    return { status: 200, body: { ...document, paths } };
  },

  getLiveness: async () => ({ status: 200, body: { status: 'live' } }),

  getReadiness: async (_input, { server }) =>
    isReady(server) ? { status: 200, body: { status: 'ready' } } : createNotReadyError(),
} satisfies Partial<ControlOperations>;

/**
 * Returns whether the server is ready: its default sandbox is seeded, and it is not shutting down. With a shared
 * archive, it also needs a lease.
 */
function isReady({ sandboxes, ownership }: ServerContext): boolean {
  if (ownership !== undefined) return ownership.isHeld && !ownership.isDraining;
  const entry = sandboxes.entries.find(({ name }) => name === defaultSandboxName);
  return entry?.state === 'active' || (entry?.state === 'stored' && entry.transition === undefined);
}
