import { isObject, joinPointer } from '@understudy/contract';
import { type FlatSchema, type Resource, type SchemaReader, splitWords } from '@understudy/model';
import { mentions } from '../prose/phrase.js';

/** A member of a record, or of the items of a list of it. */
export interface KnownMember {
  /** As in a model: `lines[].productId`. */
  readonly path: string;
  readonly name: string;
  readonly schema: FlatSchema;
  /** The list of the record whose items have the member. */
  readonly list?: string;
  readonly description: string;
}

/** Lists the members of the records of a resource, and those of the items of its lists. */
export function listMembers(
  schemas: SchemaReader,
  { schema, writable }: Pick<Resource, 'schema'> & Partial<Pick<Resource, 'writable'>>,
): KnownMember[] {
  return [...schemas.chosen(schema).properties].flatMap(([name, own]) => {
    const flat = schemas.chosen(own);
    // A request can describe what the record only names.
    const sent = writable?.get(name);
    const description =
      descriptionOf(own, flat) || (sent === undefined ? '' : descriptionOf(sent, schemas.chosen(sent)));
    const member: KnownMember = { path: name, name, schema: flat, description };
    if (flat.items === undefined) return [member];
    const inner = [...schemas.chosen(flat.items).properties].map(([each, schemaOf]): KnownMember => {
      const innerFlat = schemas.chosen(schemaOf);
      const description = descriptionOf(schemaOf, innerFlat);
      return { path: `${name}[].${each}`, name: each, schema: innerFlat, list: name, description };
    });
    return [member, ...inner];
  });
}

/** The description beside a reference counts more than the one of the schema that it refers to. */
function descriptionOf(schema: unknown, { keywords }: FlatSchema): string {
  const own = isObject(schema) ? schema['description'] : undefined;
  return String(own ?? keywords['description'] ?? '');
}

/** The place of a member in the description, or of its resource's schema. */
export function schemaPointerOf(
  schemas: SchemaReader,
  resource: Pick<Resource, 'schema'>,
  member: string,
): string | undefined {
  const { names } = schemas.chosen(resource.schema);
  for (const name of names) {
    const target = schemas.target(name);
    const properties = isObject(target) ? target['properties'] : undefined;
    if (isObject(properties) && Object.hasOwn(properties, member))
      return joinPointer(name.replace(/^#/, ''), 'properties', member);
  }
  return names[0]?.replace(/^#/, '');
}

/** True if two resources have the same records at different addresses. */
export function isSameRecord(schemas: SchemaReader, one: Resource | undefined, other: Resource | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return false;
  const [name] = schemas.chosen(one.schema).names;
  return name !== undefined && schemas.chosen(other.schema).names.includes(name);
}

/** The members that a text names: in code style if there are any, or else by their words. */
export function namedMembers(text: string, members: readonly KnownMember[]): readonly KnownMember[] {
  const quoted = members.filter(({ name }) => text.includes(`\`${name}\``));
  if (quoted.length > 0) return quoted;
  const plain = text.replace(
    /\b(\w+) (or|and) (?:of )?(?:the )?(\w+) (name|date|number|address)\b/gi,
    '$1 $4 $2 $3 $4',
  );
  const whole = members.filter(({ name }) => mentions(plain, name));
  return whole.filter(({ name }) => !whole.some((other) => other.name !== name && isPartOf(name, other.name)));
}

/** `name` is a part of `last name`, so that a text with the second does not name the first. */
function isPartOf(name: string, other: string): boolean {
  const [words, more] = [splitWords(name), splitWords(other)];
  return more.length > words.length && more.slice(-words.length).join(' ') === words.join(' ');
}
