import type { BehaviorModel } from './behavior-model.js';

/** What a name of a description means, wherever it is. */
export type NameMeaning = NonNullable<BehaviorModel['names']>[string];
/** What a name means next to the items of a list, among the members that a new record gets, and in an error. */
export type PageName = NonNullable<NameMeaning['page']>;
export type NewName = NonNullable<NameMeaning['added']>;
export type ErrorName = NonNullable<NameMeaning['error']>;
export type PageValue = NonNullable<PageName['says']>;
/** What a code of a described error says. */
export type ErrorCodeMeaning = NonNullable<BehaviorModel['errorCodes']>[string];
/** The codes of described errors: the values and the names of their schemas. */
export type ErrorCodes = ReadonlyMap<string, ErrorCodeMeaning>;

/** Lists the names that have a position, in its order. */
export function listRanked(names: Iterable<string>, rank: (name: string) => number | undefined): string[] {
  const ranked = [...names].flatMap((name) => {
    const at = rank(name);
    return at === undefined ? [] : [{ name, at }];
  });
  return ranked.sort((one, other) => one.at - other.at).map(({ name }) => name);
}

/** The meanings of the names of a description. A name without one is not in it. */
export type DescriptionNames = ReadonlyMap<string, NameMeaning>;
