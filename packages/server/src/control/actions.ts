import { runUnit } from '@understudy/kernel/serving';
import type { ControlOperations } from './control-context.js';
import { controlErrors } from './control-errors.js';

const runAction: ControlOperations['runAction'] = async ({ path, body }, context) => {
  const { server, sandbox } = context;
  const simulator = server.simulators.get(path.api);
  const { actions = {} } = simulator ?? {};
  const action = Object.hasOwn(actions, path.action) ? actions[path.action] : undefined;
  if (simulator === undefined || action === undefined) {
    return controlErrors.unknownAction(path.api, path.action, Object.keys(actions));
  }
  const findings = action.check(body);
  if (findings.length > 0) return controlErrors.badRequest(findings);
  const result = await runUnit(
    { sandbox, api: simulator.name, cause: null },
    (context) => action.run(body, context),
    (found) => !Array.isArray(found),
  );
  if (Array.isArray(result)) return controlErrors.badRequest(result);
  return { status: 200, body: result };
};

export const actionOperations = {
  runAction,

  /** Triggers an event of an API by running its action `trigger`. */
  triggerEvent: async (input, context) =>
    await runAction({ ...input, path: { api: input.path.api, action: 'trigger' } }, context),
} satisfies Partial<ControlOperations>;
