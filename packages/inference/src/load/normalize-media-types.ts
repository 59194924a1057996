import { isObject, type OpenApiDocument, resolveReference } from '@understudy/contract';
import type { WarningListener } from '@understudy/model';
import { parseExample } from './add-extension-examples.js';
import type { DescriptionReader } from './description-reader.js';

type Node = Record<string, unknown>;

/**
 * Removes parameters from media types in `content`, and resolves references to media types, in place. For simulators, a
 * request body of any type becomes JSON, which is what generated descriptions mean. Binary schemas do not change.
 */
export function normalizeMediaTypes(
  document: OpenApiDocument,
  { node, kind, reader }: { readonly node: Node; readonly kind: string; readonly reader: DescriptionReader },
  complain: WarningListener,
): void {
  if (!isObject(node.content)) {
    delete node.content;
    return;
  }
  const content: Node = {};
  for (const [key, value] of Object.entries(node.content)) {
    const type = (key.split(';')[0] ?? '').trim().toLowerCase();
    const { schema, ...rest }: Node = resolveReference(document, value) ?? {};
    // XML text is not an object that its schema could describe. Only comparisons of descriptions use the schema.
    const isXml = kind === 'requestBody' && /[/+]xml$/.test(type);
    const name = !isXml ? 'schema' : reader === 'judge' ? 'x-understudy-schema' : undefined;
    const entry: Node = schema === undefined || name === undefined ? rest : { ...rest, [name]: schema };
    if (entry.schema === false) {
      delete entry.schema;
      complain('false-schema', 'The schema false matches no value; any value is accepted.');
    }
    const isRange = (type === '*/*' || type === 'application/*') && reader === 'simulator';
    const isAny = kind === 'requestBody' && isRange && isObject(entry.schema) && !isBinary(entry.schema);
    const named = isAny || !type.includes('/') ? 'application/json' : type;
    if (content[named] !== undefined)
      complain('same-media-type', `${key} is the same media type as another ${named}, which is served.`);
    content[named] ??= entry;
    if (reader === 'judge' && isObject(content[named])) noteParameters(content[named], key);
    normalizeExamples(entry);
    const { type: own } = resolveReference(document, entry.schema) ?? {};
    if (reader === 'simulator' && named.includes('json') && own !== 'string') readTextExamples(entry);
  }
  node.content = content;
}

/** Records the parameters that distinguish a media type from others. */
function noteParameters(entry: Record<string, unknown>, key: string): void {
  const [, ...parameters] = key
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const telling = parameters.filter((each) => !/^(?:charset|boundary|q)=|^$/.test(each));
  const earlier: unknown[] = [entry['x-understudy-parameters'] ?? []].flat();
  if (telling.length > 0) entry['x-understudy-parameters'] = [...earlier, telling.sort().join('; ')];
}

function isBinary(schema: unknown): boolean {
  return isObject(schema) && (schema.format === 'binary' || schema.contentMediaType !== undefined);
}

/** Merges `example` into `examples`. */
function normalizeExamples(entry: Node): void {
  if (entry.example !== undefined) {
    entry.examples = { default: { value: entry.example }, ...(isObject(entry.examples) ? entry.examples : {}) };
    delete entry.example;
  }
  if (entry.examples !== undefined && !isObject(entry.examples)) delete entry.examples;
}

/** Parses examples that are JSON text. */
function readTextExamples({ examples }: Node): void {
  for (const example of Object.values(isObject(examples) ? examples : {})) {
    if (!isObject(example) || typeof example.value !== 'string' || !/^\s*[{[]/.test(example.value)) continue;
    example.value = parseExample(example.value) ?? example.value;
  }
}
