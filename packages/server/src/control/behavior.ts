import { ContractError } from '@understudy/contract';
import type { Simulator } from '@understudy/kernel';
import type { components } from '../generated/types.js';
import type { ControlOperations } from './control-context.js';
import { controlErrors } from './control-errors.js';

export const behaviorOperations = {
  getApiBehavior: async ({ path: { api } }, { server }) => {
    const simulator = server.simulators.get(api);
    if (simulator === undefined) return controlErrors.unknownApi(api, [...server.simulators.keys()]);
    return { status: 200, body: presentBehavior(simulator, server.overlays?.find(api)) };
  },

  setApiOverlay: async ({ path: { api }, body }, { server }) => {
    const { simulators, overlays } = server;
    if (!simulators.has(api)) return controlErrors.unknownApi(api, [...simulators.keys()]);
    const { overlay, dryRun = false } = body;
    // A preview changes nothing, so it is possible with several servers.
    if (overlays === undefined || (server.ownership !== undefined && !dryRun)) return controlErrors.fixedOverlay(api);
    try {
      const simulator = dryRun ? overlays.preview(api, overlay) : overlays.apply(api, overlay);
      return { status: 200, body: presentBehavior(simulator, overlay ?? undefined) };
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      const pointerOf = (rule: string, pointer = '') => (rule.startsWith('overlay/') ? pointer : '');
      return controlErrors.badRequest(
        error.findings.map(({ ruleId, severity, message, pointer }) => ({
          ...{ ruleId, severity, message },
          pointer: `/body/overlay${pointerOf(ruleId, pointer)}`,
        })),
      );
    }
  },
} satisfies Partial<ControlOperations>;

function presentBehavior(
  { explain }: Simulator,
  overlay: Readonly<Record<string, unknown>> | undefined,
): components['schemas']['ApiBehavior'] {
  const behavior = structuredClone(explain?.() ?? { operations: [], statements: [], findings: [] });
  return { ...behavior, ...(overlay === undefined ? {} : { overlay }) } as components['schemas']['ApiBehavior'];
}
