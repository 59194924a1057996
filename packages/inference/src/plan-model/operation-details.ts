import type { ListPlan, OperationPlan, OperationStatement, PageStatement, ValueSource } from '@understudy/model';
import { detailOf } from './details.js';
import { toExpression, toValueSource } from './value-source.js';

const ofOperation = detailOf<OperationPlan, OperationStatement>();
const ofList = detailOf<ListPlan, OperationStatement>();
const ofPage = detailOf<ListPlan, Exclude<PageStatement, 'none'>>();

const sources = { write: (list: readonly ValueSource[]) => list.map(toExpression), read: sourcesOf };
const path = {
  write: (names: readonly string[]) => names.join('.'),
  read: (text: string) => (text === '' ? [] : text.split('.')),
  isNeeded: true,
};

/** The details of an operation that have their own member in a statement, in output order. */
export const operationDetails = [
  ofOperation('key', 'key', { write: toExpression, read: toValueSource }),
  ofOperation('parents', 'parents', { ...sources, isNeeded: true }),
  ofOperation('scope', 'scope', sources),
  ofOperation('wrapped', 'in', path),
  ofOperation('shows', 'shows'),
  ofOperation('sent', 'from', path),
  ofOperation('statuses', 'status', {
    write: (all) => [...all],
    read: (status) => (Array.isArray(status) ? status : [status]),
    isNeeded: true,
  }),
  ofOperation('copies', 'copies', {
    write: (copies) =>
      copies.length === 0
        ? undefined
        : Object.fromEntries(copies.map(({ parameter: name, member }) => [member, toExpression({ in: 'path', name })])),
    read: (copies) =>
      Object.entries(copies).flatMap(([member, text]) => {
        const source = toValueSource(text);
        return source?.in === 'path' ? [{ parameter: source.name, member }] : [];
      }),
  }),
  ofOperation('keeps', 'keeps', {
    write: (kept) => ({ [kept.resource]: path.write(kept.path) }),
    read: (kept) => Object.entries(kept).map(([resource, text]) => ({ resource, path: path.read(text) }))[0],
  }),
  ofOperation('partial', 'partial'),
  ofOperation('missing', 'missing'),
  ofOperation('sends', 'sends', { write: (names) => (names.length === 0 ? undefined : [...names]), isNeeded: true }),
];

export const listDetails = [
  ofList('filters', 'like', {
    write: (filters) => ({ ...filters }),
    // A parameter set to null does not filter.
    read: (filters) =>
      Object.fromEntries(Object.entries(filters).filter(([, member]: [string, unknown]) => member !== null)),
  }),
  ofList('search', 'search'),
  ofList('condition', 'condition'),
  ofList('since', 'since'),
  ofList('labels', 'labels'),
  ofList('across', 'across'),
  ofList('refers', 'refers', sources),
];

export const pageDetails = [
  ofPage('page', 'page'),
  ofPage('size', 'size'),
  ofPage('offset', 'offset'),
  ofPage('cursor', 'after'),
  ofPage('before', 'before'),
  ofPage('next', 'next'),
  ofPage('pageSize', 'default'),
  ofPage('first', 'first'),
];

export function sourcesOf(list: readonly unknown[]): ValueSource[] {
  return list.flatMap((text) => toValueSource(text) ?? []);
}
