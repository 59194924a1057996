import { isObject } from '@understudy/contract';
import { type ApiPlan, type BehaviorModel, effectOf, findSuccessBody, type PageStatement } from '@understudy/model';

type Paging = Exclude<PageStatement, 'none'>;

const parameters = ['page', 'size', 'offset', 'after', 'before'] as const satisfies readonly (keyof Paging)[];

/**
 * Copies the statements about all lists of an API to each list, unless the list has its own: the position of the
 * records, if its response has that member, and the pagination, if the list has one of the parameters.
 */
export function spreadLists(plan: Pick<ApiPlan, 'operations' | 'schemas'>, model: BehaviorModel): BehaviorModel {
  const { lists } = model;
  if (!isObject(lists)) return model;
  const operations = { ...model.operations };
  for (const [id, inferred] of plan.operations) {
    const own = operations[id] ?? {};
    const does = effectOf(own)?.does ?? (own.answer === undefined ? inferred.does : 'answer');
    if (does !== 'list') continue;
    const { in: place, page } = lists;
    const body = findSuccessBody(inferred)?.schema;
    const isThere = place !== undefined && (place === '' || plan.schemas.member(body, place) !== undefined);
    const names = new Set(inferred.operation.parameters.map(({ name }) => name));
    const paging = page === undefined || page === 'none' ? page : ofOperation(page, names);
    operations[id] = { ...(isThere ? { in: place } : {}), ...(paging === undefined ? {} : { page: paging }), ...own };
  }
  return { ...model, operations };
}

/** Returns the pagination of a list that has some of the parameters, or undefined if it has none. */
function ofOperation(page: Paging, names: ReadonlySet<string>): Paging | undefined {
  const missing = parameters.filter((part) => page[part] !== undefined && !names.has(String(page[part])));
  const named = parameters.filter((part) => page[part] !== undefined);
  if (named.length > 0 && missing.length === named.length) return undefined;
  const left = Object.entries(page).filter(([part]) => !missing.some((each) => each === part));
  return Object.fromEntries(left);
}
