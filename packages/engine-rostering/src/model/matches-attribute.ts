import type { AttributeRequirement, JobAttribute } from './job.js';

/** Returns whether attributes have any, none or all of the values under the id (rostering.gap.match-type-values). */
export function matchesAttribute(
  attributes: readonly JobAttribute[],
  { id, values, matchType }: Omit<AttributeRequirement, 'min'>,
): boolean {
  const own = new Set(attributes.filter((attribute) => attribute.id === id).flatMap((attribute) => attribute.values));
  if (matchType === 'ALL') return values.every((value) => own.has(value));
  const some = values.some((value) => own.has(value));
  return matchType === 'ANY' ? some : !some;
}
