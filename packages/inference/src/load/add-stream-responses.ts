import { isObject, membersOf, type OpenApiDocument, resolveReference } from '@understudy/contract';

type Node = Record<string, unknown>;

/** Adds an event stream response, in place, if only the description of a `stream` flag mentions the stream. */
export function addStreamResponses(document: OpenApiDocument, operation: Node): void {
  const content = resolveReference(document, operation['requestBody'])?.['content'];
  const flags = Object.values(isObject(content) ? content : {}).map((entry) =>
    flagOf(document, membersOf(entry)['schema']),
  );
  if (!flags.some((flag) => /server-sent|event.?stream|\bSSE\b/i.test(String(flag?.['description'])))) return;
  const responses = isObject(operation['responses']) ? operation['responses'] : {};
  for (const [status, node] of Object.entries(responses)) {
    const response = resolveReference(document, node);
    const described = response?.['content'];
    const json = isObject(described) ? described['application/json'] : undefined;
    if (!/^2/.test(status) || !isObject(described) || !isObject(json) || described['text/event-stream'] !== undefined)
      continue;
    const stream = { schema: json['schema'], 'x-understudy-added': true };
    responses[status] = { ...response, content: { ...described, 'text/event-stream': stream } };
  }
}

function flagOf(document: OpenApiDocument, schema: unknown): Node | undefined {
  const properties = resolveReference(document, schema)?.['properties'];
  return isObject(properties) ? resolveReference(document, properties['stream']) : undefined;
}
