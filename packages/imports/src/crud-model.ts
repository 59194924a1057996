import { isObject } from '@understudy/contract';
import { literal } from './cel.js';
import type { DescribedCall } from './describe-calls.js';
import type { ImportedCall, ImportedRecords } from './imported.js';

/** Conditions by the suffix of a parameter such as `price_gt`. `value` is the parameter's value. */
const filters: Readonly<Record<string, (member: string, isNumber: boolean) => string>> = {
  eq: (member) => `string(${member}) == value`,
  ne: (member) => `string(${member}) != value`,
  gt: (member, isNumber) => `${member} > ${isNumber ? 'double(value)' : 'value'}`,
  gte: (member, isNumber) => `${member} >= ${isNumber ? 'double(value)' : 'value'}`,
  lt: (member, isNumber) => `${member} < ${isNumber ? 'double(value)' : 'value'}`,
  lte: (member, isNumber) => `${member} <= ${isNumber ? 'double(value)' : 'value'}`,
  like: (member) => `matches(string(${member}), value, "i")`,
  start: (member) => `matches(string(${member}), "^" + value, "i")`,
  end: (member) => `matches(string(${member}), value + "$", "i")`,
};

/** Maximum number of members that can be used to filter a list. */
const mostMembers = 20;

/** Returns the condition of each parameter that filters the list of a CRUD route. */
function listCrudFilters({ items }: ImportedRecords): Record<string, string> {
  const [item] = items;
  const members = Object.entries(isObject(item) ? item : {}).filter(([, value]) => typeof value !== 'object');
  const conditions = members
    .slice(0, mostMembers)
    .flatMap(([name, value]) =>
      Object.entries(filters).map(([ending, write]): [string, string] => [
        `${name}_${ending}`,
        write(`self[${literal(name)}]`, typeof value === 'number'),
      ]),
    );
  return { search: 'contains(self, value)', ...Object.fromEntries(conditions) };
}

/** Returns the list parameters of a CRUD route. */
export function listCrudParameters(records: ImportedRecords): string[] {
  return ['page', 'limit', 'sort', 'order', ...Object.keys(listCrudFilters(records))];
}

/** Creates the lines of the behavior model for CRUD routes: filters, pages, and responses without details. */
export function createCrudModel(
  records: ReadonlyMap<string, ImportedRecords>,
  operations: ReadonlyMap<ImportedCall, DescribedCall>,
): object {
  const lines = [...records].flatMap(([name, each]) =>
    [...operations].flatMap(([{ url, method }, { operationId }]): [string, object][] => {
      if (url === each.path && method === 'GET') return [[operationId, listLine(name, each)]];
      if (url !== `${each.path}/:${each.key}`) return [];
      return method === 'DELETE' ? [[operationId, { delete: name, answer: {} }]] : [];
    }),
  );
  return { understudy: 1, errors: { body: {} }, operations: Object.fromEntries(lines) };
}

function listLine(name: string, records: ImportedRecords): object {
  return {
    list: name,
    where: listCrudFilters(records),
    sort: { parameter: 'sort', direction: 'order' },
    page: {
      ...{ style: 'number', page: 'page', size: 'limit' },
      headers: { 'X-Filtered-Count': 'total', 'X-Total-Count': `all(${literal(name)}).size()` },
    },
  };
}
