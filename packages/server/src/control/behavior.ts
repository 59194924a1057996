import { ContractError, isObject } from '@understudy/contract';
import type { ErrorResult, Simulator } from '@understudy/kernel';
import type { components } from '../generated/types.js';
import type { Corrections, ServerContext } from '../server-context.js';
import { compareResponses } from './compare-responses.js';
import type { ControlOperations } from './control-context.js';
import { controlErrors } from './control-errors.js';

export const behaviorOperations = {
  getApiBehavior: async ({ path: { api } }, { server }) => {
    const simulator = server.simulators.get(api);
    if (simulator === undefined) return controlErrors.unknownApi(api, [...server.simulators.keys()]);
    return { status: 200, body: presentBehavior(simulator, server.behavior?.find(api).overlay) };
  },

  setApiOverlay: async ({ path: { api }, body: { overlay, dryRun = false } }, { server }) => {
    const corrected = correct(server, { api, what: 'overlay', value: overlay, dryRun });
    return 'refused' in corrected ? corrected : { status: 200, body: presentBehavior(corrected, overlay) };
  },

  getApiModel: async ({ path: { api }, query: { whole } }, { server }) => {
    const simulator = server.simulators.get(api);
    if (simulator === undefined) return controlErrors.unknownApi(api, [...server.simulators.keys()]);
    if (simulator.withModel === undefined) return controlErrors.implemented(api);
    return {
      status: 200,
      body: whole ? presentModel(simulator.readModel?.()) : presentModel(server.behavior?.find(api).model),
    };
  },

  setApiModel: async ({ path: { api }, body }, { server }) => {
    const corrected = correctModel(server, api, body, false);
    return 'refused' in corrected ? corrected : { status: 200, body: presentModel(body) };
  },

  tryApiModel: async ({ path: { api }, query: { last }, body }, context) => {
    const corrected = correctModel(context.server, api, body, true);
    if ('refused' in corrected) return corrected;
    const compared = await compareResponses(context, corrected, last);
    return { status: 200, body: { model: presentModel(corrected.readModel?.()), ...compared } };
  },
} satisfies Partial<ControlOperations>;

interface Correction {
  readonly api: string;
  readonly what: keyof Corrections;
  readonly value: unknown;
  readonly dryRun: boolean;
}

function correctModel(server: ServerContext, api: string, value: unknown, dryRun: boolean): Simulator | ErrorResult {
  if (server.simulators.get(api)?.withModel === undefined && server.simulators.has(api))
    return controlErrors.implemented(api);
  return correct(server, { api, what: 'model', value, dryRun });
}

/** Serves an API with another correction, or checks it only. */
function correct(
  { simulators, behavior, ownership }: ServerContext,
  { api, what, value, dryRun }: Correction,
): Simulator | ErrorResult {
  if (!simulators.has(api)) return controlErrors.unknownApi(api, [...simulators.keys()]);
  // A preview changes nothing, so it is possible with several servers.
  if (behavior === undefined || (ownership !== undefined && !dryRun)) return controlErrors.fixedBehavior(api, what);
  try {
    return dryRun ? behavior.preview(api, { [what]: value }) : behavior.apply(api, { [what]: value });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const base = what === 'overlay' ? '/body/overlay' : '/body';
    return controlErrors.badRequest(
      error.findings.map(({ ruleId, severity, message, pointer }) => ({
        ...{ ruleId, severity, message },
        pointer: `${base}${ruleId.startsWith(`${what}/`) ? pointer : ''}`,
      })),
    );
  }
}

function presentBehavior({ explain }: Simulator, overlay: unknown): components['schemas']['ApiBehavior'] {
  const behavior = structuredClone(explain?.() ?? { operations: [], statements: [], unread: [], findings: [] });
  return { ...behavior, ...(isObject(overlay) ? { overlay } : {}) } as components['schemas']['ApiBehavior'];
}

function presentModel(changes: unknown): components['schemas']['BehaviorModel'] {
  return { understudy: 1, ...(isObject(changes) ? changes : {}) };
}
