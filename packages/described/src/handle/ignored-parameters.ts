import { joinPointer, stringifyJson } from '@understudy/contract';
import { type ApiPlan, type DescriptionWarnings, type OperationPlan, remember } from '@understudy/model';

const known = new WeakMap<OperationPlan, readonly string[]>();

/** The query parameters of a list that have no effect on filtering, order, paging or the members shown. */
function listIgnoredParameters(plan: OperationPlan, api: Pick<ApiPlan, 'behavior' | 'schemas'>): readonly string[] {
  return remember(known, plan, () => {
    const { operation, list } = plan;
    if (plan.does !== 'list' || list === undefined) return [];
    const { filters, tokens: _tokens, refers = [], refersTo: _refersTo, ...meanings } = list;
    const statement = api.behavior.operations.get(operation.operationId)?.statement;
    if (statement?.lenient === true) return [];
    const used = new Set<unknown>([
      ...Object.values(meanings),
      ...Object.keys(filters),
      ...Object.keys(statement?.where ?? {}),
      ...refers.map(({ name }) => name),
      ...(plan.parents ?? []).map(({ name }) => name),
    ]);
    const text = stringifyJson(statement) ?? '';
    const isRead = (name: string) =>
      text.includes(`query[\\"${name}\\"]`) ||
      text
        .split(`query.${name}`)
        .slice(1)
        .some((rest) => !/^\w/.test(rest));
    const names = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    return names.filter(
      (name) => !used.has(name) && !isRead(name) && api.schemas.names.get(name)?.selects === undefined,
    );
  });
}

/** Adds a warning for each list parameter that has no effect. */
export function warnOfIgnoredParameters(plan: ApiPlan, warnings: DescriptionWarnings): void {
  for (const each of plan.operations.values())
    for (const name of listIgnoredParameters(each, plan)) {
      const { path, method, operationId, parameters } = each.operation;
      const index = parameters.findIndex((parameter) => parameter.name === name);
      const pointer = joinPointer('/paths', path, method.toLowerCase(), 'parameters', index);
      const message = `The parameter ${name} of ${operationId} has no effect: no member is clearly meant. Name its condition in operations.${operationId}.where of a model.`;
      warnings.add('parameter', pointer, message);
    }
}

/** A note on the parameters of a request that have no effect. */
export function remarkOnIgnored(
  plan: OperationPlan,
  api: Pick<ApiPlan, 'behavior' | 'schemas'>,
  query: Readonly<Record<string, unknown>>,
): string | undefined {
  const given = listIgnoredParameters(plan, api).filter((name) => query[name] !== undefined);
  return given.length === 0 ? undefined : `Without effect: ${given.join(', ')}.`;
}
