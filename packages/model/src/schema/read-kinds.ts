import { isObject } from '@understudy/contract';
import type { FlatSchema } from './described-schema.js';

/** Where the loader notes the kinds of a parent. */
export const kindsKeyword = 'x-understudy-kinds';

export interface DiscriminatedKinds {
  /** The member that says which kind an object is. */
  readonly member: string;
  readonly kinds: readonly { readonly value: string; readonly schema: { readonly $ref: string } }[];
}

/** Reads the kinds that extend a schema with a discriminator. Undefined if it has none, or is one of them. */
export function readKinds({ keywords, names }: Pick<FlatSchema, 'keywords' | 'names'>): DiscriminatedKinds | undefined {
  const noted = keywords[kindsKeyword];
  if (!isObject(noted) || typeof noted['member'] !== 'string') return undefined;
  const values = Object.entries(isObject(noted['kinds']) ? noted['kinds'] : {});
  const kinds = values.map(([value, reference]) => ({ value, schema: { $ref: String(reference) } }));
  const isKind = kinds.some(({ schema }) => names.includes(schema.$ref));
  return isKind || kinds.length === 0 ? undefined : { member: noted['member'], kinds };
}
