import { isObject, joinPointer } from '@understudy/contract';
import { runUnit } from '@understudy/kernel/serving';
import type { ControlOperations } from './control-context.js';
import { controlErrors, createInvalidInputError } from './control-errors.js';

/** Finds a string that is not valid Unicode, which no key or address can contain. */
function findUnpairedSurrogate(value: unknown, pointer = '/body'): string | undefined {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value) ? pointer : undefined;
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnpairedSurrogate(inner, joinPointer(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

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
  const unpaired = findUnpairedSurrogate(body);
  if (unpaired !== undefined)
    return createInvalidInputError(unpaired, 'It is not valid Unicode: it contains an unpaired surrogate');
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
