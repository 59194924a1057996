import type { operations } from '../generated/types.js';
import type { Handler } from '../handlers.js';
import { scopesOf } from '../store/scope.js';
import type { ControlContext } from './control-context.js';
import { controlRefusals, unknownAction } from './control-refusals.js';

/** Lets the outside world act on an API; what the action stages is committed when it found nothing wrong. */
export const runAction: Handler<operations['runAction'], ControlContext> = async ({ path, body }, context) => {
  const { world, sandbox } = context;
  const simulator = world.simulators.get(path.api);
  const { actions = {} } = simulator ?? {};
  const action = Object.hasOwn(actions, path.action) ? actions[path.action] : undefined;
  if (simulator === undefined || action === undefined) {
    return unknownAction(path.api, path.action, Object.keys(actions));
  }
  const unit = world.store.begin(sandbox.name);
  const result = await action.run(body, {
    api: simulator.name,
    clock: sandbox.clock,
    ids: sandbox.ids,
    random: sandbox.random,
    scopes: scopesOf(unit, simulator.name),
    settings: sandbox.settings.ofApi(simulator.name),
    tokens: sandbox.tokens,
  });
  if (Array.isArray(result)) return controlRefusals.badRequest(result);
  await unit.commit();
  return { status: 200, body: result };
};
