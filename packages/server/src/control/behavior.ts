import { ContractError, isObject } from '@understudy/contract';
import type { ErrorResult, Simulator } from '@understudy/kernel';
import type { components } from '../generated/types.js';
import type { ServerContext } from '../server-context.js';
import { compareResponses } from './compare-responses.js';
import type { ControlOperations } from './control-context.js';
import { controlErrors } from './control-errors.js';

export const behaviorOperations = {
  getApiBehavior: async ({ path: { api } }, { server }) => {
    const simulator = server.simulators.get(api);
    if (simulator === undefined) return controlErrors.unknownApi(api, [...server.simulators.keys()]);
    const behavior = simulator.explain?.() ?? { operations: [], statements: [], unread: [], findings: [] };
    return { status: 200, body: structuredClone(behavior) as components['schemas']['ApiBehavior'] };
  },

  getApiModel: async ({ path: { api }, query: { whole } }, { server }) => {
    const simulator = findWithModel(server, api);
    if ('refused' in simulator) return simulator;
    return { status: 200, body: presentModel(whole ? simulator.readModel?.() : server.behavior?.find(api)) };
  },

  setApiModel: async ({ path: { api }, body }, { server }) => {
    const corrected = correct(server, api, body, false);
    return 'refused' in corrected ? corrected : { status: 200, body: presentModel(body) };
  },

  tryApiModel: async ({ path: { api }, query: { last }, body }, context) => {
    const corrected = correct(context.server, api, body, true);
    if ('refused' in corrected) return corrected;
    const compared = await compareResponses(context, corrected, last);
    return { status: 200, body: { model: presentModel(corrected.readModel?.()), ...compared } };
  },
} satisfies Partial<ControlOperations>;

function findWithModel({ simulators }: ServerContext, api: string): Simulator | ErrorResult {
  const simulator = simulators.get(api);
  if (simulator === undefined) return controlErrors.unknownApi(api, [...simulators.keys()]);
  return simulator.withModel === undefined ? controlErrors.implemented(api) : simulator;
}

/** Serves an API with other changed lines, or checks them only. */
function correct(server: ServerContext, api: string, lines: unknown, isTrial: boolean): Simulator | ErrorResult {
  const { behavior, ownership } = server;
  const found = findWithModel(server, api);
  if ('refused' in found) return found;
  // A trial changes nothing, so it is possible with several servers.
  if (behavior === undefined || (ownership !== undefined && !isTrial)) return controlErrors.fixedBehavior(api);
  try {
    return isTrial ? behavior.preview(api, lines) : behavior.apply(api, lines);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return controlErrors.badRequest(
      error.findings.map(({ ruleId, severity, message, pointer }) => ({
        ...{ ruleId, severity, message },
        pointer: `/body${ruleId.startsWith('model/') ? pointer : ''}`,
      })),
    );
  }
}

function presentModel(changes: unknown): components['schemas']['BehaviorModel'] {
  return { understudy: 1, ...(isObject(changes) ? changes : {}) };
}
