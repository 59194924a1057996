import type { RequestCondition } from '@understudy/kernel';
import { type CompiledExpression, compileCondition } from '@understudy/model';
import type { ApiRuntime } from '../api-runtime.js';
import { BehaviorSession } from './behavior-session.js';

/** Compiled conditions that are kept. */
const mostKept = 200;

/**
 * Returns a function that compiles expressions on requests and the records of an API.
 *
 * @throws ContractError from that function if the text is no expression, or names what does not exist
 */
export function createConditionCompiler(served: ApiRuntime): (text: string) => RequestCondition {
  const { schemas } = served.plan;
  const resources = new Map([...served.resourcesByName].map(([name, { schema }]) => [name, schema]));
  const known = new Map<string, CompiledExpression>();
  return (text) => {
    const compiled = known.get(text) ?? compileCondition(text, { schemas, resources });
    if (known.size >= mostKept) known.clear();
    known.set(text, compiled);
    return async (request, context) => {
      const session = new BehaviorSession({ served, context, request: { ...request } });
      await session.prepare(compiled.uses.resources);
      return session.evaluate(compiled, {});
    };
  };
}
