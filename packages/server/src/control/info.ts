import type { Handler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { presentClockReading } from './clock.js';
import type { ControlContext } from './control-context.js';
import { forGenerators } from './for-generators.js';

type Operation<Id extends keyof operations> = Handler<operations[Id], ControlContext>;

export const getInfo: Operation<'getInfo'> = async (_input, { world, sandbox, baseUrl, caller }) => {
  const token = world.guard?.tokenNamed(caller?.clientId);
  return {
    status: 200,
    body: {
      name: 'understudy',
      version: world.version,
      sandbox: sandbox.name,
      url: baseUrl,
      address: baseUrl.replace(/^\w+:\/\//, ''),
      clock: presentClockReading(sandbox.clock),
      journalEntries: world.memory.journalEntries,
      ...(token === undefined ? {} : { token: { name: token.name, scope: token.scope } }),
      apis: [...world.simulators.values()].map(({ name, contract, actions }) => ({
        name,
        baseUrl,
        authUrl: baseUrl,
        operations: contract.index.operationIds.length,
        actions: Object.entries(actions).map(([action, { summary, input }]) => ({
          name: action,
          summary,
          members: Object.keys(input.properties),
          input: { ...input, additionalProperties: false },
        })),
      })),
    },
  };
};

export const getControlDescription: Operation<'getControlDescription'> = async (_input, { world }) => {
  const { paths = {}, ...document } = forGenerators(world.control.contract.document);
  return { status: 200, body: { ...document, paths } };
};
