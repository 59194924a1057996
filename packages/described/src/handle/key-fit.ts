import type { Resource, SchemaReader } from '@understudy/model';
import { hasFormat } from '../meaning/has-format.js';
import { matches } from '../meaning/match-pattern.js';

/**
 * Returns whether a value can be the key of an entity. Returns `other-type` if only its type differs from the
 * resource's keys.
 */
export function keyFit(
  { schemas, resource }: { readonly schemas: SchemaReader; readonly resource: Resource },
  key: string,
): 'yes' | 'no' | 'other-type' {
  const { types, keywords } = schemas.chosen(resource.keySchema);
  if (types.length > 0 && !types.includes('string')) {
    const value = Number(key);
    if (!Number.isFinite(value)) return 'other-type';
    return types.includes('number') || Number.isInteger(value) ? 'yes' : 'no';
  }
  const { pattern } = keywords;
  const fits = hasFormat(keywords, key) && (typeof pattern !== 'string' || matches(pattern, key));
  return fits ? 'yes' : 'no';
}
