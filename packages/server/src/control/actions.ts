import type { OperationHandler } from '@understudy/kernel';
import { runUnit } from '@understudy/kernel/serving';
import type { operations } from '../generated/types.js';
import type { ControlContext } from './control-context.js';
import { controlErrors, createUnknownActionError } from './control-errors.js';

export const runAction: OperationHandler<operations['runAction'], ControlContext> = async ({ path, body }, context) => {
  const { server, sandbox } = context;
  const simulator = server.simulators.get(path.api);
  const { actions = {} } = simulator ?? {};
  const action = Object.hasOwn(actions, path.action) ? actions[path.action] : undefined;
  if (simulator === undefined || action === undefined) {
    return createUnknownActionError(path.api, path.action, Object.keys(actions));
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

/** Triggers an event of an API by running its action `trigger`. */
export const triggerEvent: OperationHandler<operations['triggerEvent'], ControlContext> = async (input, context) =>
  await runAction({ ...input, path: { api: input.path.api, action: 'trigger' } }, context);
