import { dot, type Kind, type NamedMember, type Vocabulary } from './vocabulary.js';

/** The subject of a sentence: a record or a list item, with its variable in expressions. */
export interface Scope {
  readonly vocabulary: Vocabulary;
  /** `self`, `item` or `each`. */
  readonly variable: string;
  readonly kind: Kind;
  /** The scope of the record that contains an item. */
  readonly outer?: Scope;
}

/** A phrase for a single record. */
export interface One {
  readonly expression: string;
  readonly kind: Kind;
}

/** A phrase for several records. */
export interface Many {
  readonly expression: string;
  readonly kind: Kind;
}

/** A phrase for a value. */
export interface Value {
  readonly expression: string;
  readonly member?: NamedMember;
  readonly isDate?: boolean;
  /** The function that converts the number to a duration, such as `days`. */
  readonly span?: string;
}

/** Returns a loop variable that no outer loop uses. */
export function innerVariable(scope: Scope): string {
  let depth = 0;
  for (let each: Scope | undefined = scope; each !== undefined; each = each.outer) depth += 1;
  return depth === 1 ? 'each' : `each${depth}`;
}

/** Searches the scopes from the inside out, and returns the first result. */
export function inScopes<Found>(scope: Scope, find: (scope: Scope) => Found | undefined): Found | undefined {
  return find(scope) ?? (scope.outer === undefined ? undefined : inScopes(scope.outer, find));
}

/** True if a resource has no relation to the subject of a scope, so a text refers to all records of the resource. */
export function isUnrelated(kind: Kind, { kind: own }: Scope): boolean {
  return kind.resource !== undefined && own.resource === undefined && own.nouns.length === 0;
}

/** Lists the records that the record of a scope refers to. */
export function referredBy({ kind, variable, vocabulary }: Scope): One[] {
  return kind.references.flatMap(({ member, target }) => {
    const other = vocabulary.kinds.get(target);
    const expression = `find(${JSON.stringify(target)}, ${dot(variable, member)})`;
    return other === undefined ? [] : [{ expression, kind: other }];
  });
}

/** Reads parts of a sentence. */
export interface PartReader {
  condition(text: string, scope: Scope): string | undefined;
  states(text: string, scope: Scope): string | undefined;
  value(text: string, scope: Scope): Value | undefined;
}
