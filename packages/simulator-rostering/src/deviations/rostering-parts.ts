import {
  changeAtPath,
  changeResponseBody,
  type JsonObject,
  overrideContext,
  type SimulatorChange,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';

/** Changes a definition, including its submitted text, which is solved and returned without defaults. */
export function changeDefinition(change: (definition: JsonObject) => unknown): SimulatorChange {
  return wrapHandlers(['startJob', 'analyze', 'checkFeasibility'], (next, input, context) => {
    const sent: unknown = JSON.parse(new TextDecoder().decode(context.request.bytes));
    const bytes = new TextEncoder().encode(JSON.stringify(change(toJsonObject(sent))));
    const body = change(toJsonObject(input.body));
    return next({ ...input, body }, overrideContext(context, { request: { ...context.request, bytes } }));
  });
}

/** Changes a result, or with `getRequest` the definition that is returned. */
export function changeResult(
  path: string,
  change: (value: unknown) => unknown,
  operation: 'getResult' | 'getRequest' = 'getResult',
): SimulatorChange {
  return changeResponseBody(operation, (body) => {
    const { text } = toJsonObject(body);
    return changeAtPath(typeof text === 'string' ? JSON.parse(text) : body, path, change);
  });
}
