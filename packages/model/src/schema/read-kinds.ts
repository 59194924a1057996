import { isObject } from '@understudy/contract';
import type { FlatSchema } from './described-schema.js';

/** The keyword in which the loader stores the subtypes of a parent schema. */
export const kindsKeyword = 'x-understudy-kinds';

export interface DiscriminatedKinds {
  /** The member that names the subtype of an object. */
  readonly member: string;
  readonly kinds: readonly { readonly value: string; readonly schema: { readonly $ref: string } }[];
}

/** Reads the subtypes of a schema with a discriminator. Undefined if there are none, or the schema is one of them. */
export function readKinds({ keywords, names }: Pick<FlatSchema, 'keywords' | 'names'>): DiscriminatedKinds | undefined {
  const noted = keywords[kindsKeyword];
  if (!isObject(noted) || typeof noted['member'] !== 'string') return undefined;
  const values = Object.entries(isObject(noted['kinds']) ? noted['kinds'] : {});
  const kinds = values.map(([value, reference]) => ({ value, schema: { $ref: String(reference) } }));
  const isKind = kinds.some(({ schema }) => names.includes(schema.$ref));
  return isKind || kinds.length === 0 ? undefined : { member: noted['member'], kinds };
}
