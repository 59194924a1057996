import { dot, type Kind, type NamedMember, type Vocabulary } from './vocabulary.js';

/** What a sentence is about: a record or an item of a list, as expressions name it. */
export interface Scope {
  readonly vocabulary: Vocabulary;
  /** `self`, `item` or `each`. */
  readonly variable: string;
  readonly kind: Kind;
  /** The record around an item. */
  readonly outer?: Scope;
}

/** A phrase that names one thing. */
export interface One {
  readonly expression: string;
  readonly kind: Kind;
}

/** A phrase that names several things. */
export interface Many {
  readonly expression: string;
  readonly kind: Kind;
}

/** A phrase that names a value. */
export interface Value {
  readonly expression: string;
  readonly member?: NamedMember;
  readonly isDate?: boolean;
  /** The function that makes a length of time of the number, such as `days`. */
  readonly span?: string;
}

/** A variable for the things of a loop that no loop around it uses. */
export function innerVariable(scope: Scope): string {
  let depth = 0;
  for (let each: Scope | undefined = scope; each !== undefined; each = each.outer) depth += 1;
  return depth === 1 ? 'each' : `each${depth}`;
}

/** Finds the one scope, from the inside out, in which something is found. */
export function inScopes<Found>(scope: Scope, find: (scope: Scope) => Found | undefined): Found | undefined {
  return find(scope) ?? (scope.outer === undefined ? undefined : inScopes(scope.outer, find));
}

/** True if nothing relates a kind to the thing of a scope, so that a text about it is about all records. */
export function isUnrelated(kind: Kind, { kind: own }: Scope): boolean {
  return kind.resource !== undefined && own.resource === undefined && own.nouns.length === 0;
}

/** The records that the thing of a scope refers to. */
export function referredBy({ kind, variable, vocabulary }: Scope): One[] {
  return kind.references.flatMap(({ member, target }) => {
    const other = vocabulary.kinds.get(target);
    const expression = `find(${JSON.stringify(target)}, ${dot(variable, member)})`;
    return other === undefined ? [] : [{ expression, kind: other }];
  });
}

/** Reads the parts of a sentence. */
export interface PartReader {
  condition(text: string, scope: Scope): string | undefined;
  states(text: string, scope: Scope): string | undefined;
  value(text: string, scope: Scope): Value | undefined;
}
