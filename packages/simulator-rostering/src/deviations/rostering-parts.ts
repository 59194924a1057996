import {
  answer,
  type Change,
  changeAt,
  handle,
  type Json,
  objectOf,
  overrideContext,
} from '@understudy/kernel/deviations';

/** Changes a definition, including its submitted text, which is solved and returned without defaults. */
export function definition(
  change: (definition: Json) => unknown,
  operations: readonly string[] = ['startJob', 'analyze', 'checkFeasibility'],
): Change {
  return handle(operations, (next, input, context) => {
    const sent: unknown = JSON.parse(new TextDecoder().decode(context.request.bytes));
    const bytes = new TextEncoder().encode(JSON.stringify(change(objectOf(sent))));
    const body = change(objectOf(input.body));
    return next({ ...input, body }, overrideContext(context, { request: { ...context.request, bytes } }));
  });
}

/** Changes a result, which the simulator stores as text. */
export function result(path: string, change: (value: unknown) => unknown): Change {
  return answer('getResult', (body) => {
    const { text } = objectOf(body);
    return changeAt(typeof text === 'string' ? JSON.parse(text) : body, path, change);
  });
}
