import { membersOf, resolveReference, selectMediaType } from '@understudy/contract';

type Node = Readonly<Record<string, unknown>>;

/** An operation with the document that contains it. */
export interface PlacedCall {
  /** The call as `GET /path`. */
  readonly name: string;
  readonly node: Node;
  readonly document: unknown;
}

/** Headers that OpenAPI does not describe as parameters. */
const ownHeaders = new Set(['accept', 'content-type', 'authorization']);

const textLimits = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'];

/**
 * Returns the parameters by location and name. Path parameters are identified by position, so their names are ignored.
 */
export function parametersOf({ name: call, node, document }: PlacedCall): Map<string, Node> {
  const inPath = [...call.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const given: readonly unknown[] = [node['parameters'] ?? []].flat();
  const entries = given.flatMap((each): [string, Node][] => {
    const parameter: Node = resolveReference(document, each) ?? {};
    const { in: place } = parameter;
    const name = place === 'header' ? String(parameter['name']).toLowerCase() : String(parameter['name']);
    if (place === 'header' && ownHeaders.has(name)) return [];
    return [[`${place} parameter ${place === 'path' ? inPath.indexOf(name) + 1 : name}`, parameter]];
  });
  return new Map(entries);
}

/** Returns an object schema with the parameters, and the body by media type. @param other the call to compare with */
export function toRequestSchema(call: PlacedCall, other: PlacedCall): object {
  const others = parametersOf(other);
  const entries = [...parametersOf(call)].map(([key, each]) => {
    const own = schemaOf(each);
    const simple = membersOf(resolveReference(other.document, schemaOf(others.get(key) ?? {})))['type'];
    // Outside JSON, numbers and booleans are sent as text.
    const { type, ...limits } = resolveReference(call.document, own) ?? {};
    const isText = type === 'string' && textLimits.every((name) => limits[name] === undefined);
    const further = [
      ...(each['allowEmptyValue'] === true ? [{ const: '' }] : []),
      ...(isText && /^(?:integer|number|boolean)$/.test(String(simple)) ? [{ type: simple }] : []),
    ];
    const schema = further.length === 0 ? own : { anyOf: [own, ...further] };
    return { key, schema, isRequired: each['required'] === true };
  });
  const [body, otherBody] = [call, other].map(({ node, document }) => resolveReference(document, node['requestBody']));
  if (body !== undefined)
    entries.push({
      key: 'body',
      schema: toContentSchema(call.document, body, otherBody),
      isRequired: body['required'] === true,
    });
  return toObjectSchema(entries);
}

/** Returns an object schema with the bodies and headers by status. @param other the call to compare with */
export function toResponseSchema(call: PlacedCall, other: PlacedCall): object {
  const [own, others] = [call, other].map(({ node, document }) => {
    const responses = Object.entries(membersOf(node['responses'])).map(
      ([key, each]) => [key, resolveReference(document, each) ?? {}] as const,
    );
    return Object.fromEntries(responses.filter(([, each]) => each['x-understudy-added'] !== true));
  });
  const entries = spread(own, others, selectStatus).map(([key, response]) => {
    const at = selectStatus(new Set(Object.keys(others ?? {})), key);
    const schema = toContentSchema(call.document, membersOf(response), at === undefined ? {} : others?.[at]);
    return { key, schema, isRequired: false };
  });
  return toObjectSchema(entries);
}

/** Returns whether a status or media type is a range that contains any of the given ones. */
export function isRangeOf(range: string, keys: readonly string[]): boolean {
  const select = range.includes('/') ? selectMediaType : selectStatus;
  return keys.some((key) => key !== range && select(new Set([range]), key) === range);
}

/**
 * Selects the described status or range that covers a status. `default` covers only errors if a success is described.
 */
function selectStatus(described: ReadonlySet<string>, status: string): string | undefined {
  const isError = /^[^2]/.test(status) || ![...described].some((key) => key.startsWith('2'));
  return [status, `${status[0]}XX`, ...(isError ? ['default'] : [])].find((key) => described.has(key));
}

/**
 * Returns the entries of a map for its own keys and those of another map. A range provides the entry for each key it
 * covers.
 */
function spread(own: Node = {}, other: Node = {}, select: typeof selectStatus = selectMediaType): [string, unknown][] {
  const described = new Set(Object.keys(own));
  return [...new Set([...described, ...Object.keys(other)])].flatMap((key): [string, unknown][] => {
    const at = select(described, key);
    return at === undefined ? [] : [[key, own[at]]];
  });
}

function toContentSchema(document: unknown, { content, headers }: Node, other: Node | undefined): object {
  return toObjectSchema([
    ...spread(membersOf(content), membersOf(other?.['content'])).map(([key, entry]) => ({
      key,
      schema: membersOf(entry).schema ?? membersOf(entry)['x-understudy-schema'] ?? {},
      isRequired: false,
    })),
    ...Object.entries(membersOf(headers)).map(([name, each]) => {
      const header = resolveReference(document, each) ?? {};
      return { key: `header ${name.toLowerCase()}`, schema: schemaOf(header), isRequired: header['required'] === true };
    }),
  ]);
}

/** Returns the schema of a parameter or header. */
function schemaOf({ schema, content }: Node): unknown {
  return schema ?? membersOf(Object.values(membersOf(content))[0]).schema ?? {};
}

function toObjectSchema(entries: readonly { key: string; schema: unknown; isRequired: boolean }[]): object {
  const required = entries.flatMap(({ key, isRequired }) => (isRequired ? [key] : []));
  return { properties: Object.fromEntries(entries.map(({ key, schema }) => [key, schema])), required };
}
