import { isJsonNumber, type Operation } from '@understudy/contract';
import { type ApiPlan, type CompiledExpression, getMember, type OperationPlan, type Resource } from '@understudy/model';
import { wrongValue } from '../state/compare-entities.js';
import { selects } from '../state/expect-state.js';
import { largestPage, listPages } from '../state/list-pages.js';
import { leastOf, totalOf } from '../state/list-properties.js';
import type { Shown } from '../state/shown-records.js';
import type { StateSession } from '../state/state-session.js';
import type { StateStep, Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { evaluate, membersIn } from './evaluate.js';
import { trialOf } from './trial-of.js';

/** Returns the trials of a list's filters and order. */
export function listTrials(plan: ApiPlan, list: OperationPlan, resource: Resource): Trial[] {
  const { operationId } = list.operation;
  const statement = plan.model.operations?.[operationId];
  const ownOrder = statement?.order ?? plan.model.resources?.[resource.name]?.order;
  const members = plan.model.resources?.[resource.name]?.members;
  const where = plan.behavior.operations.get(operationId)?.where ?? [];
  const byPath = ['operations', operationId];
  const filters: Filter[] = [
    ...where.map(([parameter, condition]): Filter => ({ at: 'where', parameter, ...conditionFilter(condition) })),
    ...Object.entries(list.list?.filters ?? {}).map(
      ([parameter, member]): Filter => ({
        ...{ at: 'like', parameter, ...equalityFilter(member) },
        // The meaning of a parameter is clear if it has the name of a member that has choices or refers to a record.
        isStated:
          parameter === member &&
          (choicesOf(plan, list, parameter).length > 0 ||
            members?.[member]?.refersTo !== undefined ||
            saysSelection.test(String(parameterOf(list.operation, parameter)?.description))),
      }),
    ),
  ];
  return [
    ...(ownOrder === undefined
      ? []
      : [
          trialOf(plan, statement?.order === undefined ? ['resources', resource.name, 'order'] : [...byPath, 'order'], {
            resource,
            says: `${operationId} lists by ${ownOrder}`,
            property: (session) => tryOrder(session, list, ownOrder),
          }),
        ]),
    ...sortsOf(plan, list, resource).map((order) =>
      trialOf(plan, [...byPath, 'sort', order], {
        resource,
        isStated: true,
        says: `${operationId} lists by ${order} if asked to`,
        property: (session) => tryOrder(session, list, order, { [list.list?.sort ?? '']: order }),
      }),
    ),
    ...filters.map((filter) =>
      trialOf(plan, [...byPath, filter.at, filter.parameter], {
        resource,
        isStated: filter.isStated === true,
        says: `${operationId}: the filter ${filter.parameter} selects what ${filter.says}`,
        property: (session) => tryFilter(session, list, filter),
      }),
    ),
  ];
}

/** Returns the described sort orders that consist of a sign and a member whose values differ. */
function sortsOf(plan: ApiPlan, list: OperationPlan, { writable }: Resource): string[] {
  const { sort, direction } = list.list ?? {};
  if (sort === undefined || direction !== undefined) return [];
  return choicesOf(plan, list, sort).flatMap((order) =>
    typeof order === 'string' && writable.has(order.replace(/^-/, '')) ? [order] : [],
  );
}

/** Returns the described values of a parameter, or of its items. */
function choicesOf({ schemas }: ApiPlan, { operation }: OperationPlan, name: string): readonly unknown[] {
  const { keywords, items } = schemas.flat(parameterOf(operation, name)?.schema ?? {});
  const choices = keywords['enum'] ?? schemas.flat(items).keywords['enum'];
  return Array.isArray(choices) ? choices : [];
}

/** Words in a description that states which entities a parameter selects. */
const saysSelection = /\b(?:only|filter\w*|select\w*|match\w*|whose|with (?:this|that|the given))\b/i;

function parameterOf({ parameters }: Operation, name: string): Operation['parameters'][number] | undefined {
  return parameters.find((each) => each.name === name && each.in === 'query');
}

interface Filter {
  readonly at: 'where' | 'like';
  readonly parameter: string;
  readonly says: string;
  readonly members: readonly string[];
  readonly isStated?: boolean;
  /** Returns whether the filter selects an item. Undefined if that is unknown. */
  isSelected(session: StateSession, item: Shown, asked: unknown): boolean | undefined;
}

function conditionFilter(condition: CompiledExpression): Pick<Filter, 'says' | 'members' | 'isSelected'> {
  return {
    says: `meets ${condition.text}`,
    members: membersIn(condition.text),
    isSelected(session, self, value) {
      const result = evaluate(session, condition, { self, value });
      return typeof result === 'boolean' ? result : undefined;
    },
  };
}

function equalityFilter(member: string): Pick<Filter, 'says' | 'members' | 'isSelected'> {
  return {
    says: `has this ${member}`,
    members: [member],
    isSelected(_session, item, asked) {
      const own = getMember(item, member);
      if (own === undefined || own === null) return undefined;
      if (String(own) === String(asked)) return true;
      return containsText(own, asked) ? undefined : false;
    },
  };
}

/** Returns whether a text or list contains a value, because a filter can also search in these. */
function containsText(value: unknown, asked: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => containsText(each, asked));
  return String(value).toLowerCase().includes(String(asked).toLowerCase());
}

async function tryOrder(
  session: StateSession,
  list: OperationPlan,
  order: string,
  asked: Readonly<Record<string, string>> = {},
): Promise<Violation | undefined> {
  const names = order.split(',').map((each) => each.trim());
  const [first = ''] = names;
  const member = first.replace(/^[-+]/, '');
  const ranks = session.context.plan.behavior.resources.get(session.resource.name)?.ranks.get(member);
  const sign = first.startsWith('-') ? -1 : 1;
  for (let count = 0; count < 2; count += 1) await session.create();
  let distinct = 0;
  for await (const { step, items } of listPages(session, list, { ...largestPage(list), ...asked })) {
    for (const [index, item] of items.entries()) {
      if (index === 0) continue;
      const [before, value] = [getMember(items[index - 1], member), getMember(item, member)];
      const compared = compareValues(before, value, ranks);
      if (compared !== undefined && compared !== 0) distinct += 1;
      if (compared === undefined || compared * sign <= 0) continue;
      const says = `the list shows ${member} ${String(before)} before ${String(value)}`;
      return wrongValue(step, says, [index, ...member.split('.')], value, '!=');
    }
  }
  return distinct === 0 ? session.cannot('the list shows no different values') : undefined;
}

/** Compares two values. Negative if the first one comes first, undefined if their order depends on the collation. */
function compareValues(one: unknown, other: unknown, ranks?: readonly unknown[]): number | undefined {
  if (ranks !== undefined) {
    const [first, second] = [ranks.indexOf(one), ranks.indexOf(other)];
    return first < 0 || second < 0 ? undefined : first - second;
  }
  if (isJsonNumber(one) && isJsonNumber(other)) return Number(one) - Number(other);
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  const [plain, folded] = [sign(one, other), sign(one.toLowerCase(), other.toLowerCase())];
  const isTime = [one, other].every((each) => /^\d{4}-\d\d-\d\d/.test(each));
  if (isTime) return Math.sign(Date.parse(one) - Date.parse(other));
  return plain === folded && /^[\w .@-]+$/.test(one + other) ? plain : undefined;
}

function sign(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const mostValues = 6;

async function tryFilter(session: StateSession, list: OperationPlan, filter: Filter): Promise<Violation | undefined> {
  for (let count = 0; count < 2; count += 1) await session.create();
  if (selects(session, list, {})) return session.cannot('the list selects by its path or a required parameter');
  await session.readAll(session.resource);
  const records = session.shown.known(session.resource);
  const asked = valuesFor(session, list, { filter, records });
  let tried = 0;
  for (const value of asked) {
    const found = await compareSelection(session, list, { filter, value });
    if (found === 'refused') continue;
    tried += 1;
    if (found === undefined) continue;
    // Other clients can change entities at the same time.
    await session.readAll(session.resource);
    const again = await compareSelection(session, list, { filter, value });
    if (again !== undefined && again !== 'refused') return again;
  }
  if (tried === 0) return session.cannot('no value for the filter is known');
  return await trySmallPages(session, list, { filter, values: asked, records });
}

/**
 * Requests a value that several records have, in pages of one, because servers can forget the filter on the second
 * page.
 */
async function trySmallPages(
  session: StateSession,
  list: OperationPlan,
  {
    filter,
    values,
    records,
  }: { readonly filter: Filter; readonly values: unknown[]; readonly records: readonly Shown[] },
): Promise<Violation | undefined> {
  const { size } = list.list ?? {};
  const isSeveral = (value: unknown) => records.filter((item) => filter.isSelected(session, item, value)).length > 1;
  const isTelling = (value: unknown) => records.some((item) => filter.isSelected(session, item, value) === false);
  const value = values.find((each) => isSeveral(each) && isTelling(each));
  if (size === undefined || value === undefined) return undefined;
  const found = await compareSelection(session, list, {
    filter,
    value,
    query: { [size]: String(leastOf(list, size)) },
  });
  return found === 'refused' ? undefined : found;
}

/** Returns values for a filter: those of records, including boundaries of times, and the described ones. */
function valuesFor(
  { context: { plan } }: StateSession,
  list: OperationPlan,
  { filter: { parameter, members }, records }: { readonly filter: Filter; readonly records: readonly Shown[] },
): unknown[] {
  const { types, keywords } = plan.schemas.flat(parameterOf(list.operation, parameter)?.schema ?? {});
  if (types.includes('boolean')) return [true, false];
  const described = choicesOf(plan, list, parameter);
  const shown = members.flatMap((member) => records.map((record) => getMember(record, member)).filter(isScalar));
  const starts =
    types.includes('string') && keywords['format'] === undefined && described.length === 0
      ? shown.filter((each) => typeof each === 'string' && each.length > 4)
      : [];
  const distinct = [...new Set(shown)];
  return [
    ...distinct.slice(0, mostValues),
    ...distinct.slice(-mostValues),
    ...described.slice(0, mostValues),
    ...starts.slice(0, 2).map((each) => String(each).slice(0, 3)),
  ].filter((each, index, all) => all.indexOf(each) === index);
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value.length < 100 && !value.includes(',');
  return typeof value === 'boolean' || isJsonNumber(value);
}

async function compareSelection(
  session: StateSession,
  list: OperationPlan,
  {
    filter,
    value,
    query = largestPage(list),
  }: { readonly filter: Filter; readonly value: unknown; readonly query?: Readonly<Record<string, string>> },
): Promise<Violation | 'refused' | undefined> {
  const { resource, shown } = session;
  const all = shown.known(resource);
  const isComplete = shown.isComplete(resource);
  const expected = all.map((item) => ({ item, key: shown.keyOf(item), is: filter.isSelected(session, item, value) }));
  const found = new Set<string>();
  const [named, ofKey] = [`the filter ${filter.parameter}=${String(value)}`, (resource.key ?? '').split('.')];
  const [member = ''] = filter.members;
  const describe = (item: unknown) => `an entity with ${member} ${String(getMember(item, member))}`;
  let [first, last]: (StateStep | undefined)[] = [];
  let isWhole = false;
  for await (const { step, items, isLast } of listPages(session, list, {
    ...query,
    [filter.parameter]: String(value),
  })) {
    first ??= step;
    last = step;
    isWhole = isLast;
    for (const [index, item] of items.entries()) {
      const own = getMember(item, resource.key ?? '');
      // The records in some lists do not contain a key.
      const key = own === undefined ? `item ${found.size}` : String(own);
      found.add(key);
      if (expected.find((each) => each.key === key)?.is !== false) continue;
      return wrongValue(step, `${named} also selects ${describe(item)}`, [index, ...ofKey], key, '!=');
    }
  }
  if (first === undefined || last === undefined) return 'refused';
  const missing = expected.find(({ is, key }) => is === true && key !== undefined && !found.has(key));
  if (!isWhole) return undefined;
  const total = totalOf(first);
  if (total !== undefined && total.value !== found.size && missing === undefined)
    return {
      step: first,
      says: `${total.name} is ${total.value} with the filter ${filter.parameter}, which selects ${found.size}`,
      expected: { parts: [total.part], operator: '==', value: found.size },
    };
  if (!isComplete || missing === undefined) return undefined;
  const key = getMember(missing.item, resource.key ?? '');
  return wrongValue(last, `${named} leaves out ${describe(missing.item)}`, [0, ...ofKey], key);
}
