import type { AttributeRequirement, JobAttribute, MatchType } from '../model/job.js';
import type { JsonField } from './field.js';

const matchTypes = ['ANY', 'NONE', 'ALL'] as const;

/** Reads the attributes of an employee or a shift: `[{id, values}]`. Returns an empty list if they are absent. */
export function readAttributes(field: JsonField): JobAttribute[] {
  return field.items('an array of {id, values}').flatMap((item) => {
    if (!item.isObject()) return [];
    const id = item.at('id').id();
    const values = item.at('values').strings();
    return id === undefined || values === undefined ? [] : [{ id, values }];
  });
}

type AttributeFilter = Omit<AttributeRequirement, 'min'>;

/** Reads an attribute with values and `matchType` (default ANY). `category` is an alias of `id`. */
export function readAttributeFilter(item: JsonField): AttributeFilter | undefined {
  if (!item.isObject()) return undefined;
  const named = item.at('id').absent && !item.at('category').absent ? item.at('category') : item.at('id');
  const id = named.id();
  const values = item.at('values').strings();
  const match = item.at('matchType');
  const matchType: MatchType | undefined = match.absent ? 'ANY' : match.oneOf(matchTypes);
  return id === undefined || values === undefined || matchType === undefined ? undefined : { id, values, matchType };
}
