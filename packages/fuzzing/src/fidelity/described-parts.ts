import { type ApiContract, isObject, joinPointer, type Operation, resolveReference } from '@understudy/contract';

/** A part of a described response that some request should trigger. */
export interface DescribedPart {
  readonly kind: 'status' | 'example' | 'header' | 'enum example';
  /** JSON Pointer into the served description. */
  readonly pointer: string;
  /** The described status: `404`, `4XX` or `default`. */
  readonly status: string;
  /** Name of an example. Undefined for an unnamed one. */
  readonly example?: string | undefined;
  /** Name of a header in lower case. */
  readonly header?: string;
  /** Path of a member in the body; `*` stands for each item. */
  readonly path?: readonly string[];
  /** The value that a body must contain. */
  readonly value?: unknown;
  /** The way in which an example violates its own schema, so that no valid response can contain it. */
  readonly contradiction?: string;
}

/** Maximum depth at which enums are searched in a response. */
const mostDepth = 4;

/** Lists the statuses, examples, headers and enum examples of an operation's responses. */
export function listDescribedParts(contract: ApiContract, operation: Operation): DescribedPart[] {
  const { document } = contract;
  const item = resolveReference(document, document.paths?.[operation.path]);
  const node = resolveReference(document, item?.[operation.method.toLowerCase()]);
  const responses = isObject(node?.['responses']) ? node['responses'] : {};
  const base = joinPointer('/paths', operation.path, operation.method.toLowerCase(), 'responses');
  return Object.keys(operation.responseExamples).flatMap((status) => {
    const response = resolveReference(document, responses[status]) ?? {};
    const pointer = joinPointer(base, status);
    return [{ kind: 'status' as const, status, pointer }, ...partsOf(contract, { status, pointer, response })];
  });
}

interface Place {
  readonly status: string;
  readonly pointer: string;
  readonly response: Readonly<Record<string, unknown>>;
}

function partsOf(contract: ApiContract, { status, pointer, response }: Place): DescribedPart[] {
  const { document } = contract;
  const parts: DescribedPart[] = [];
  for (const name of Object.keys(isObject(response['headers']) ? response['headers'] : {})) {
    const header = name.toLowerCase();
    // The server sets these headers itself, depending on origin and body.
    if (!/^(?:content-(?:type|length|encoding)|access-control-.*)$/.test(header))
      parts.push({ kind: 'header', status, header, pointer: joinPointer(pointer, 'headers', name) });
  }
  for (const [type, entry] of Object.entries(isObject(response['content']) ? response['content'] : {})) {
    if (!isObject(entry) || !/^application\/(?:[\w.-]+\+)?json(?:;|$)/.test(type)) continue;
    const at = joinPointer(pointer, 'content', type);
    const { example, examples, schema } = entry;
    const contradict = (value: unknown): Pick<DescribedPart, 'contradiction'> => {
      const [finding] = isObject(schema) ? contract.validator(schema)(value) : [];
      return finding === undefined || finding.ruleId.endsWith('required') ? {} : { contradiction: finding.message };
    };
    if (example !== undefined && !isObject(examples))
      parts.push({
        kind: 'example',
        status,
        value: example,
        pointer: joinPointer(at, 'example'),
        ...contradict(example),
      });
    for (const [name, each] of Object.entries(isObject(examples) ? examples : {})) {
      const { value } = resolveReference(document, each) ?? {};
      if (value !== undefined)
        parts.push({
          ...{ kind: 'example', status, example: name, value, pointer: joinPointer(at, 'examples', name) },
          ...contradict(value),
        });
    }
    if (/^2|default/.test(status) && example === undefined && examples === undefined)
      parts.push(...enumExamples(document, schema, []).map((each) => ({ ...each, status, pointer: at })));
  }
  return parts;
}

/** Returns the examples of members with an enum, unless an example of the whole response replaces them. */
function enumExamples(
  document: unknown,
  schema: unknown,
  path: readonly string[],
): Pick<DescribedPart, 'kind' | 'path' | 'value'>[] {
  const { enum: values, example, properties, items, allOf, examples } = resolveReference(document, schema) ?? {};
  if (Array.isArray(values))
    return path.length > 0 && values.includes(example) ? [{ kind: 'enum example', path, value: example }] : [];
  if (example !== undefined || examples !== undefined || path.length >= mostDepth) return [];
  const parts = Array.isArray(allOf) ? allOf : [];
  return [
    ...parts.flatMap((part) => enumExamples(document, part, path)),
    ...(isObject(items) ? enumExamples(document, items, [...path, '*']) : []),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) =>
      resolveReference(document, property)?.['writeOnly'] === true
        ? []
        : enumExamples(document, property, [...path, name]),
    ),
  ];
}

/** Returns a status that only this range or `default` describes. */
export function chooseStatus(status: string, described: readonly string[]): string {
  const isFree = (code: number) => !described.includes(String(code));
  if (/^\dXX$/i.test(status)) {
    const first = Number(status[0]) * 100;
    return String(Array.from({ length: 30 }, (_none, index) => first + index).find(isFree) ?? first);
  }
  if (status !== 'default') return status;
  const hasSuccess = described.some((each) => /^2/.test(each));
  const candidates = hasSuccess ? [500, 400, 404, 503, 418] : [200];
  const code = candidates.find((each) => isFree(each) && !described.includes(`${String(each)[0]}XX`));
  return String(code ?? 418);
}

/** Returns whether a value contains an example: all of its members, and the same items. */
export function containsExample(value: unknown, example: unknown): boolean {
  if (Array.isArray(example))
    return (
      Array.isArray(value) &&
      value.length === example.length &&
      example.every((each, index) => containsExample(value[index], each))
    );
  if (isObject(example))
    return isObject(value) && Object.entries(example).every(([name, each]) => containsExample(value[name], each));
  return value === example || (typeof value !== 'object' && String(value) === String(example));
}

/** Returns whether a body has a value at a path; `*` stands for each item. */
export function hasValueAt(body: unknown, [name, ...rest]: readonly string[], value: unknown): boolean {
  if (name === undefined) return body === value;
  if (name === '*') return Array.isArray(body) && body.some((each) => hasValueAt(each, rest, value));
  return isObject(body) && hasValueAt(body[name], rest, value);
}
