import type { Operation } from '@understudy/contract';
import {
  decimalsOf,
  normalizeName,
  type OperationPlan,
  type Resource,
  splitWords,
  toSingular,
} from '@understudy/model';
import { measures } from '../../words/range-words.js';
import { type KnownMember, listMembers } from '../member-list.js';
import { wordOf } from '../relations/find-target.js';
import type { Knowledge } from '../rule.js';

/** A query parameter of a list. */
export type ListParameter = Operation['parameters'][number];

/** A list, and what its parameters can select by. */
export interface KnownList {
  readonly plan: OperationPlan;
  readonly resource: Resource;
  readonly parameters: readonly ListParameter[];
  /** The members of a record, without those of its lists. */
  readonly members: readonly KnownMember[];
  /** The names of the members that are lists of objects. */
  readonly lists: ReadonlySet<string>;
}

export function knownLists({ plan }: Knowledge): KnownList[] {
  return [...plan.operations.values()].flatMap((each) => {
    const { resource, does, operation } = each;
    if (does !== 'list' || resource === undefined) return [];
    const all = listMembers(plan.schemas, resource);
    const members = all.filter(({ list }) => list === undefined);
    const lists = new Set(all.flatMap(({ list }) => list ?? []));
    // A page with the records in it is none of them.
    if (lists.size > 0 && !members.some(({ name }) => name === resource.key)) return [];
    return [
      { plan: each, resource, members, lists, parameters: operation.parameters.filter((one) => one.in === 'query') },
    ];
  });
}

/** A text with several values. */
export const saysListed = /\bcomma[- ]?(?:separated|delimited)\b|\bseparated (?:by|with) commas?\b/i;

/** True if a parameter names the members that are returned or searched, or adds some: "Limit fields in the response". */
export function isOfMembers({ name, description = '' }: ListParameter): boolean {
  return /^fields?$/i.test(name) || saysMembers.test(description);
}

const saysMembers =
  /\b(?:values?|fields?|details?|propert(?:y|ies)|attributes?|columns?)\b[^.]{0,60}\b(?:returned|received|included|searched)\b|\bfields? (?:received|returned|in the response)\b/i;

/** The words of a parameter without a prefix that says that it filters: `filter[status]`, `by_status`. */
export function wordsOf({ name }: Pick<ListParameter, 'name'>): string[] {
  const words = splitWords(name);
  return words.length > 1 && ['filter', 'filters', 'by', 'where'].includes(words[0] ?? '') ? words.slice(1) : words;
}

/** Finds the one member with a name, or with the name and the kind of its value: `created` is `createdAt`. */
export function findMember(
  members: readonly KnownMember[],
  words: readonly string[],
  resource: Resource,
): KnownMember | undefined {
  const plain = words.join('');
  if (plain === '') return undefined;
  const exact = members.filter(({ name }) => normalizeName(name) === plain);
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  const own = toSingular(normalizeName(wordOf(resource)));
  const fitting = members.filter(({ name }) => stemOf(name) === plain || `${own}${normalizeName(name)}` === plain);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** A name without the word for the kind of its value: `due` for `due_on`. */
export function stemOf(name: string): string {
  const words = splitWords(name);
  return (words.length > 1 && measures.has(words.at(-1) ?? '') ? words.slice(0, -1) : words).join('');
}

/** True if a member is an instant or a day. */
export function isDated({ schema, name }: KnownMember): boolean {
  if (/^date/.test(String(schema.keywords['format']))) return true;
  const last = splitWords(name).at(-1) ?? '';
  const isStamp = ['at', 'on', 'date', 'timestamp', 'datetime'].includes(last);
  return isStamp && schema.types.length === 1 && ['integer', 'string'].includes(schema.types[0] ?? '');
}

export function isNumeric({ schema }: Pick<KnownMember, 'schema'>): boolean {
  return (
    (schema.types.length > 0 && schema.types.every((type) => type === 'integer' || type === 'number')) ||
    decimalsOf(schema) !== undefined
  );
}
