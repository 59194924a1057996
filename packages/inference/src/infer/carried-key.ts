import {
  findEntity,
  lastSegment,
  normalizeName,
  type Resource,
  type SchemaReader,
  toSingular,
  type ValueSource,
} from '@understudy/model';
import type { SurveyedOperation } from './survey.js';

/** The key of a record in the query or body of a request, or a list of keys. */
export interface CarriedKey {
  readonly key?: ValueSource;
  /** A list of keys, or of records that contain them. An empty name means the whole body. */
  readonly each?: Omit<ValueSource, 'in'> & { readonly in: 'query' | 'body' };
  /** The member with the key in each list item. Undefined if the items are keys. */
  readonly keyOfEach?: string;
}

/** Finds where a request identifies its records if the path does not: `taskId`, `ids`, or a list of records. */
export function findCarriedKey(
  schemas: SchemaReader,
  { operation, takes }: SurveyedOperation,
  { key, shape }: Pick<Resource, 'key' | 'shape'>,
): CarriedKey | undefined {
  const word = lastSegment(shape.replaceAll(':', '/'));
  const kind = normalizeName(toSingular(word));
  const own = normalizeName(key?.split('.').at(-1) ?? 'id');
  const names = [own, `${kind}${own}`, `${kind}id`, 'id', `${kind}key`];
  const isObject = (schema: unknown) => schemas.chosen(schema).properties.size > 0;
  const itemsOf = (schema: unknown) =>
    schemas.chosen(schema).types.includes('array') ? schemas.chosen(schema) : undefined;
  const keyIn = (schema: unknown) =>
    [...schemas.chosen(schema).properties.keys()].find((name) => names.includes(normalizeName(name)));
  const whole = itemsOf(takes);
  if (whole !== undefined) {
    const keyOfEach = keyIn(whole.items);
    const each = { in: 'body', name: '' } as const;
    if (!isObject(whole.items)) return { each };
    return keyOfEach === undefined ? undefined : { each, keyOfEach };
  }
  const entity = findEntity(schemas, takes, word);
  const members = [...schemas.chosen(entity?.schema ?? takes).properties];
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  const inBody = (name: string) => ({ in: 'body' as const, name: [...(entity?.path ?? []), name].join('.') });
  const sources = [
    ...query.map(({ name, schema }) => ({ name, source: { in: 'query' as const, name }, schema })),
    ...members.map(([name, schema]) => ({ name, source: inBody(name), schema })),
  ];
  const scalars = sources.filter(({ schema }) => itemsOf(schema) === undefined && !isObject(schema));
  for (const wanted of names) {
    const found = scalars.find(({ name }) => normalizeName(name) === wanted);
    if (found !== undefined) return { key: found.source };
  }
  const ofMany = [
    'items',
    'keys',
    'uuids',
    normalizeName(word),
    `${kind}s`,
    ...names,
    ...names.map((name) => `${name}s`),
  ];
  for (const { name, source, schema } of sources) {
    const items = itemsOf(schema)?.items;
    if (items === undefined) continue;
    const keyOfEach = keyIn(items);
    if (!isObject(items) && ofMany.includes(normalizeName(name))) return { each: source };
    if (keyOfEach !== undefined && members.length <= 3) return { each: source, keyOfEach };
  }
  return undefined;
}
