import { isObject, type OpenApiDocument, parseJson, resolveReference } from '@understudy/contract';

type Node = Record<string, unknown>;

/** Members of an extension that contain the body of a response. */
const bodyName = /^(?:(?:example_?|sample_?)?responses?(?:_?(?:body|example))?|result)$/i;
/** Extensions of a media type or of its schema that contain examples. */
const exampleName = /^x-(?:\w+-)?(?:examples?|samples?)$/;
const longest = 100_000;

/**
 * Copies the examples in extensions (`x-...`) of an operation, a media type or a schema, in place, to the responses
 * that have no example.
 */
export function addExtensionExamples(document: OpenApiDocument, operation: Node): void {
  const responses = isObject(operation['responses']) ? operation['responses'] : {};
  const status = Object.keys(responses).find((each) => /^2/.test(each)) ?? 'default';
  const response = resolveReference(document, responses[status]);
  const content = isObject(response?.['content']) ? response['content'] : {};
  const [type, entry] = Object.entries(content).find(([each]) => each.includes('json')) ?? [];
  if (type === undefined || !isObject(entry) || 'example' in entry) return;
  if (isObject(entry['examples']) && Object.keys(entry['examples']).length > 0) return;
  const schema = resolveReference(document, entry['schema']) ?? {};
  const shown = [...shownBy(entry), ...shownBy(schema), ...extensionBodies(operation)].map(parseExample);
  const example = shown.find((each) => isObject(each) || Array.isArray(each));
  if (example === undefined) return;
  responses[status] = {
    ...response,
    content: { ...content, [type]: { ...entry, examples: { shown: { value: example } } } },
  };
}

function shownBy(node: Node): unknown[] {
  const values = Object.entries(node).flatMap(([name, value]) => (exampleName.test(name) ? [value] : []));
  return values
    .map((value) => (isObject(value) ? (Object.values(value).find(isObject) ?? value) : value))
    .map(exampleValue);
}

function extensionBodies(operation: Node): unknown[] {
  return Object.entries(operation).flatMap(([name, extension]) =>
    name.startsWith('x-') && isObject(extension)
      ? Object.entries(extension).flatMap(([inner, value]) => (bodyName.test(inner) ? [exampleValue(value)] : []))
      : [],
  );
}

/** In an Example Object, the value is in the member `value`. */
function exampleValue(example: unknown): unknown {
  return isObject(example) && 'value' in example ? example['value'] : example;
}

/** Parses JSON from documentation, which can have trailing commas and ellipses. Returns undefined for other text. */
export function parseExample(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longest) return value;
  const text = value
    .replace(/([{[])\s*\.{3}\s*([}\]])/g, '$1$2')
    .replace(/^[ \t]*\.{3}[^"\n]*$/gm, '')
    .replace(/,(?=\s*[}\]])/g, '')
    .replace(/"(https?:\/\/)\.{3}/g, '"$1example.com/');
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
