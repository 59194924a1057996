import type { BehaviorModel } from './behavior-model.js';

/** The meaning of a name in a description. */
export type NameMeaning = NonNullable<BehaviorModel['names']>[string];
/** The meanings of names in list metadata, in new records, and in errors. */
export type PageName = NonNullable<NameMeaning['page']>;
export type NewName = NonNullable<NameMeaning['added']>;
export type ErrorName = NonNullable<NameMeaning['error']>;
export type PageValue = NonNullable<PageName['says']>;
/** The meaning of a described error code. */
export type ErrorCodeMeaning = NonNullable<BehaviorModel['errorCodes']>[string];
/** The meanings of the described error codes, by value or by the name of the schema. */
export type ErrorCodes = ReadonlyMap<string, ErrorCodeMeaning>;

/** Lists the names that have a rank, in the order of their ranks. */
export function listRanked(names: Iterable<string>, rank: (name: string) => number | undefined): string[] {
  const ranked = [...names].flatMap((name) => {
    const at = rank(name);
    return at === undefined ? [] : [{ name, at }];
  });
  return ranked.sort((one, other) => one.at - other.at).map(({ name }) => name);
}

/** The meanings of the names in a description. Names without a meaning are absent. */
export type DescriptionNames = ReadonlyMap<string, NameMeaning>;
