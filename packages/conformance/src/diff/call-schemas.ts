import { membersOf, resolveReference } from '@understudy/contract';

type Node = Readonly<Record<string, unknown>>;

/** An operation with the document that contains it. */
interface PlacedCall {
  readonly node: Node;
  readonly document: unknown;
}

/** Returns the parameters and the body by media type as one object. Path parameters are matched by order. */
export function toRequestSchema({ node, document }: PlacedCall): object {
  const given: readonly unknown[] = [node['parameters'] ?? []].flat();
  const parameters = given.flatMap((each): Node[] => [resolveReference(document, each) ?? {}]);
  const inPath = parameters.filter((each) => each['in'] === 'path').map(({ name }) => name);
  const entries = parameters.map((each) => {
    const name = each['in'] === 'header' ? String(each['name']).toLowerCase() : each['name'];
    const key =
      each['in'] === 'path' ? `path parameter ${inPath.indexOf(name) + 1}` : `${each['in']} parameter ${name}`;
    const [content] = Object.values(membersOf(each['content']));
    const schema = each['schema'] ?? membersOf(content).schema ?? {};
    return {
      key,
      schema: each['allowEmptyValue'] === true ? { anyOf: [schema, { const: '' }] } : schema,
      isRequired: each['required'] === true,
    };
  });
  const body = resolveReference(document, node['requestBody']);
  if (body !== undefined)
    entries.push({
      key: 'body',
      schema: toContentSchema(document, body, false),
      isRequired: body['required'] === true,
    });
  return toObjectSchema(entries);
}

/** Returns the bodies and headers by status as one object. */
export function toResponseSchema({ node, document }: PlacedCall): object {
  const entries = Object.entries(membersOf(node['responses'])).flatMap(([key, each]) => {
    const response = resolveReference(document, each) ?? {};
    if (response['x-understudy-added'] === true) return [];
    return [{ key, schema: toContentSchema(document, response, true), isRequired: key.startsWith('2') }];
  });
  return toObjectSchema(entries);
}

/** @param isSent whether the other side chooses the media type. A client chooses that of a request */
function toContentSchema(document: unknown, { content, headers }: Node, isSent: boolean): object {
  return toObjectSchema([
    ...Object.entries(membersOf(content)).map(([key, entry]) => ({
      key,
      schema: membersOf(entry).schema ?? {},
      isRequired: isSent,
    })),
    ...Object.entries(membersOf(headers)).map(([name, each]) => {
      const { schema = {}, required } = resolveReference(document, each) ?? {};
      return { key: `header ${name.toLowerCase()}`, schema, isRequired: required === true };
    }),
  ]);
}

function toObjectSchema(entries: readonly { key: string; schema: unknown; isRequired: boolean }[]): object {
  const required = entries.flatMap(({ key, isRequired }) => (isRequired ? [key] : []));
  return { properties: Object.fromEntries(entries.map(({ key, schema }) => [key, schema])), required };
}
