import type { Finding } from './finding.js';
import { joinPointer, resolveReference } from './json-pointer.js';
import { stringifyJson } from './numbers/stringify-json.js';
import { isObject, membersOf } from './objects.js';
import type { JsonSchema } from './open-api-document.js';
import type {
  Operation,
  OperationParameter,
  RequestBody,
  RequestParts,
  ResponseParts,
  ValidatedParts,
} from './operation.js';
import { RequestValidator } from './request-validator.js';
import { ResponseValidator } from './response-validator.js';
import type { SchemaCompilers } from './schema-compilers.js';

interface OperationPlace {
  api: string;
  path: string;
  /** Method in lower case, as in the document. */
  method: string;
  pathItem: Record<string, unknown>;
  node: Record<string, unknown>;
}

/** An operation of a description. `checkDescription` reports errors in it. */
export class DescribedOperation implements Operation {
  readonly api: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly extensions: Readonly<Record<string, unknown>>;
  private readonly pointer: string;
  private readParts: Parts | undefined;
  private readStatuses: readonly string[] | undefined;
  private requestValidator: RequestValidator | undefined;
  private responseValidator: ResponseValidator | undefined;

  constructor(
    private readonly compilers: SchemaCompilers,
    private readonly place: OperationPlace,
  ) {
    const { node, path, method } = place;
    const { document } = compilers;
    this.api = place.api;
    this.method = method.toUpperCase();
    this.path = path;
    this.operationId = typeof node.operationId === 'string' ? node.operationId : `${this.method} ${path}`;
    this.summary = typeof node.summary === 'string' ? node.summary : '';
    this.tags = Array.isArray(node.tags) ? node.tags.filter((tag) => typeof tag === 'string') : [];
    this.security = readSecurity(node.security ?? document.security);
    this.extensions = Object.fromEntries(Object.entries(node).filter(([name]) => name.startsWith('x-')));
    this.pointer = joinPointer('/paths', path, method);
  }

  get parameters(): readonly OperationParameter[] {
    return this.parts.parameters;
  }

  get requestBody(): RequestBody | undefined {
    return this.parts.requestBody;
  }

  get statuses(): readonly string[] {
    this.readStatuses ??= Object.keys(this.parts.responses);
    return this.readStatuses;
  }

  get responseExamples(): Readonly<Record<string, readonly string[]>> {
    const { document } = this.compilers;
    const names = Object.entries(this.parts.responses).flatMap(([status, node]) => {
      const response = resolveReference(document, node) ?? {};
      // A response that was added to complete the description cannot be requested.
      return response['x-understudy-added'] === true ? [] : [[status, readExampleNames(document, response)] as const];
    });
    return Object.fromEntries(names);
  }

  /** Read on first use, because most servers use only a few of their operations. */
  private get parts(): Parts {
    this.readParts ??= readParts(this.compilers.document, this.place);
    return this.readParts;
  }

  validateRequest(parts: RequestParts): ValidatedParts {
    this.requestValidator ??= new RequestValidator(this.compilers, this.pointer, this.parameters, this.requestBody);
    const inBody = this.extensions['x-also-post'] === true && parts.body !== undefined;
    return this.requestValidator.validate(inBody ? { ...parts, query: withBody(parts) } : parts);
  }

  validateResponse(parts: ResponseParts): Finding[] {
    this.responseValidator ??= new ResponseValidator(
      this.compilers,
      this.operationId,
      this.parts.responses,
      this.pointer,
    );
    return this.responseValidator.validate(parts);
  }
}

function withBody({ query, body }: RequestParts): URLSearchParams {
  const pairs: unknown[] = Array.isArray(body) ? body : Object.entries(membersOf(body));
  const all = new URLSearchParams(query);
  for (const pair of pairs) {
    const [name, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each != null) all.append(String(name), typeof each === 'object' ? stringifyJson(each) : String(each));
    }
  }
  return all;
}

interface Parts {
  readonly parameters: readonly OperationParameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: Record<string, unknown>;
}

function readParts(document: unknown, { node, pathItem }: OperationPlace): Parts {
  const responses = Object.entries(isObject(node.responses) ? node.responses : {});
  return {
    parameters: readParameters(document, pathItem.parameters, node.parameters),
    requestBody: readRequestBody(document, node.requestBody),
    responses: Object.fromEntries(responses.filter(([name]) => !name.startsWith('x-'))),
  };
}

function readSecurity(value: unknown): Record<string, readonly string[]>[] {
  const requirements: unknown[] = Array.isArray(value) ? value : [];
  return requirements
    .filter(isObject)
    .map((requirement) =>
      Object.fromEntries(
        Object.entries(requirement).map(([scheme, scopes]) => [
          scheme,
          Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
        ]),
      ),
    );
}

function readParameters(document: unknown, shared: unknown, own: unknown): OperationParameter[] {
  const parameters = new Map<string, OperationParameter>();
  for (const list of [shared, own]) {
    for (const node of Array.isArray(list) ? list : []) {
      const parameter = readParameter(document, resolveReference(document, node));
      if (parameter !== undefined) parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...parameters.values()];
}

function readParameter(document: unknown, node: Record<string, unknown> | undefined): OperationParameter | undefined {
  if (node === undefined || typeof node.name !== 'string' || !isPlace(node.in)) return undefined;
  const [mediaType, entry] = Object.entries(isObject(node.content) ? node.content : {})[0] ?? [];
  const written = isObject(entry) ? readSchema(entry.schema) : undefined;
  const parameter = {
    name: node.name,
    in: node.in,
    required: node.required === true,
    schema: readSchema(node.schema) ?? written ?? {},
    ...(typeof node.style === 'string' ? { style: node.style } : {}),
    ...(typeof node.explode === 'boolean' ? { explode: node.explode } : {}),
    ...(node.allowEmptyValue === true ? { allowsEmpty: true as const } : {}),
    ...(mediaType?.includes('json') ? { isJson: true as const } : {}),
  };
  const examples = [node, entry].filter(isObject).flatMap((each) => readExamples(document, each));
  return {
    ...parameter,
    ...(typeof node.description === 'string' ? { description: node.description } : {}),
    ...(examples.length === 0 ? {} : { examples }),
  };
}

function readExamples(document: unknown, { example, examples }: Record<string, unknown>): unknown[] {
  const named = isObject(examples) ? Object.values(examples) : [];
  const values = named.map((each) => resolveReference(document, each)?.value);
  return [example, ...values].filter((value) => value !== undefined);
}

function isPlace(value: unknown): value is OperationParameter['in'] {
  return value === 'path' || value === 'query' || value === 'header' || value === 'cookie';
}

function readRequestBody(document: unknown, node: unknown): RequestBody | undefined {
  const resolved = resolveReference(document, node);
  if (resolved === undefined) return undefined;
  const content: RequestBody['content'] = {};
  for (const [mediaType, entry] of isObject(resolved.content) ? Object.entries(resolved.content) : []) {
    const schema = isObject(entry) ? readSchema(entry.schema) : undefined;
    content[mediaType] = schema === undefined ? {} : { schema };
  }
  return { required: resolved.required === true, content };
}

function readExampleNames(document: unknown, { content }: Record<string, unknown>): string[] {
  const names = Object.values(isObject(content) ? content : {}).flatMap((node) => {
    const { example, examples } = resolveReference(document, node) ?? {};
    return [...(example === undefined ? [] : ['default']), ...Object.keys(isObject(examples) ? examples : {})];
  });
  return [...new Set(names)];
}

function readSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'boolean' || isObject(value) ? value : undefined;
}
