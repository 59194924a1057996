import { type CompiledTemplate, type ExpressionContext, stepsPerRequest } from '@understudy/model';

/** What the expressions of a unit of work share. The values of an evaluation are set for its time only. */
export interface WorkContext extends ExpressionContext {
  readonly values: Record<string, unknown>;
  locals: unknown[];
}

type Shared = Pick<WorkContext, 'values' | 'records' | 'now' | 'zone'>;

/** Creates the context of a unit of work. By default, it has the steps of one request. */
export function createContext({
  budget = { steps: stepsPerRequest },
  ...shared
}: Shared & { readonly budget?: WorkContext['budget'] | undefined }): WorkContext {
  return { ...shared, budget, locals: [] };
}

/** Evaluates with further values, such as `self`. */
export function evaluateWith(
  context: WorkContext,
  { evaluate }: Pick<CompiledTemplate, 'evaluate'>,
  values: Readonly<Record<string, unknown>>,
): unknown {
  const { locals, values: own } = context;
  const before: Record<string, unknown> = {};
  for (const name in values) {
    before[name] = own[name];
    own[name] = values[name];
  }
  // An expression within a loop of another one has loops of its own.
  context.locals = locals.length === 0 ? locals : [];
  try {
    return evaluate(context);
  } finally {
    for (const name in before) own[name] = before[name];
    if (context.locals === locals) locals.length = 0;
    else context.locals = locals;
  }
}
