import { createErrorFinding, type Finding } from './finding.js';
import { joinPointer, resolveReference } from './json-pointer.js';
import { isJson, isXml, parseMediaType, selectMediaType } from './media-type.js';
import { isObject } from './objects.js';
import type { JsonSchema } from './open-api-document.js';
import type { ResponseParts } from './operation.js';
import { ParameterReadings } from './parameter-readings.js';
import { type CompiledCheck, timeoutRuleSuffix } from './schema-compiler.js';
import type { SchemaCompilers } from './schema-compilers.js';
import { listAllowedTypes } from './schema-types.js';
import { createTextFieldReader, type TextFieldReader } from './text-field.js';

interface HeaderRule {
  name: string;
  lowerName: string;
  required: boolean;
  field: TextFieldReader;
  readings: ParameterReadings;
  check: CompiledCheck | undefined;
}

interface ResponseRule {
  headers: HeaderRule[];
  mediaTypes: ReadonlySet<string>;
  checks: ReadonlyMap<string, CompiledCheck | undefined>;
}

/** Statuses whose responses never have a body in HTTP (RFC 9110), regardless of the description. */
const bodiless = new Set([204, 205, 304]);

/** The `type` of a simulator's Problem Details about the `Prefer` header. */
const preferenceProblem = 'urn:understudy:problem:prefer';

/** Validates the responses of an operation. Statuses are compiled on first use. */
export class ResponseValidator {
  private readonly rules = new Map<string, ResponseRule>();
  private readonly isDescribed: boolean;

  constructor(
    private readonly compilers: SchemaCompilers,
    private readonly operationId: string,
    private readonly responses: Readonly<Record<string, unknown>>,
    private readonly pointer: string,
  ) {
    this.isDescribed = Object.keys(responses).length > 0;
  }

  validate(parts: ResponseParts): Finding[] {
    // If the operation describes no responses, there is nothing to validate against.
    if (!this.isDescribed || isPreferenceProblem(parts)) return [];
    const status = this.selectStatus(parts.status);
    if (status === undefined) {
      const expected = Object.keys(this.responses);
      const message = `The status ${parts.status} is not documented for ${this.operationId}; documented are ${expected.join(', ')}.`;
      const details = { expected, actual: parts.status };
      return [createErrorFinding('response/undocumented-status', message, '/status', details)];
    }
    let rule = this.rules.get(status);
    if (rule === undefined) {
      rule = this.compile(status);
      this.rules.set(status, rule);
    }
    const findings: Finding[] = [];
    for (const header of rule.headers) {
      const text = Object.hasOwn(parts.headers, header.lowerName) ? parts.headers[header.lowerName] : undefined;
      validateHeader(header, text, findings);
    }
    this.validateBody(rule, parts, findings);
    // A response can be valid even if its validation timed out.
    return findings.filter(({ ruleId }) => !ruleId.endsWith(timeoutRuleSuffix));
  }

  private selectStatus(status: number): string | undefined {
    const exact = String(status);
    if (Object.hasOwn(this.responses, exact)) return exact;
    const range = `${Math.floor(status / 100)}XX`;
    if (Object.hasOwn(this.responses, range)) return range;
    return Object.hasOwn(this.responses, 'default') ? 'default' : undefined;
  }

  private validateBody(rule: ResponseRule, parts: ResponseParts, findings: Finding[]): void {
    const expected = (): string[] => [...rule.mediaTypes];
    const add = (name: string, message: string, pointer = '/body', details: Partial<Finding> = {}): void => {
      findings.push(createErrorFinding(`response/${name}`, message, pointer, details));
    };
    const documented = `The status ${parts.status} of ${this.operationId} is documented`;
    if (rule.mediaTypes.size === 0) {
      if (!parts.empty) add('unexpected-body', `${documented} without a body, but has one.`);
      return;
    }
    const type = parseMediaType(parts.mediaType);
    const selected = type === undefined ? undefined : selectMediaType(rule.mediaTypes, type);
    // Text or a file of a described type can be empty.
    const canBeEmpty = type !== undefined && selected !== undefined && !isJson(type) && !isXml(type);
    if (parts.empty) {
      if (canBeEmpty || bodiless.has(parts.status)) return;
      add('missing-body', `${documented} with a body, but has none.`, '/body', { expected: expected() });
      return;
    }
    if (type === undefined || selected === undefined) {
      const found = type === undefined ? 'is missing' : `is ${type}`;
      const message = `The Content-Type ${found}; documented for ${parts.status} of ${this.operationId}: ${expected().join(', ')}.`;
      const details = type === undefined ? { expected: expected() } : { expected: expected(), actual: type };
      add('undocumented-media-type', message, '/headers/content-type', details);
      return;
    }
    // JSON Schema cannot describe bytes.
    if (!(parts.body instanceof Uint8Array)) rule.checks.get(selected)?.(parts.body, '/body', findings);
  }

  private compile(status: string): ResponseRule {
    const { document } = this.compilers;
    const response = resolveReference(document, this.responses[status]) ?? {};
    const pointer = joinPointer(this.pointer, 'responses', status);
    const headers: HeaderRule[] = [];
    for (const [name, node] of isObject(response.headers) ? Object.entries(response.headers) : []) {
      const header = resolveReference(document, node) ?? {};
      const schema = toSchema(header.schema) ?? true;
      const field = createTextFieldReader(document, schema);
      const at = joinPointer(pointer, 'headers', name);
      const place = { name, in: 'header', required: false, schema } as const;
      const readings = new ParameterReadings(document, {
        ...place,
        ...(typeof header.explode === 'boolean' ? { explode: header.explode } : {}),
      });
      const check = field.anyText ? undefined : this.compilers.compile('plain', schema, 'response/header-', at);
      if (name.toLowerCase() !== 'content-type') {
        headers.push({
          name,
          lowerName: name.toLowerCase(),
          required: header.required === true,
          field,
          readings,
          check,
        });
      }
    }
    const checks = new Map<string, CompiledCheck | undefined>();
    for (const [name, mediaType] of isObject(response.content) ? Object.entries(response.content) : []) {
      const schema = isObject(mediaType) ? toSchema(mediaType.schema) : undefined;
      const at = joinPointer(pointer, 'content', name);
      checks.set(name.toLowerCase(), this.compileBody(name.toLowerCase(), schema, at));
    }
    return { headers, checks, mediaTypes: new Set(checks.keys()) };
  }

  /**
   * Compiles the schema of a body. XML and other text is only validated against string schemas, because it is not
   * structured like JSON.
   */
  private compileBody(mediaType: string, schema: JsonSchema | undefined, pointer: string): CompiledCheck | undefined {
    const { document } = this.compilers;
    if (schema === undefined || !(isJson(mediaType) || listAllowedTypes(document, schema).has('string')))
      return undefined;
    return this.compilers.compile('response', schema, 'response/body-', pointer);
  }
}

function validateHeader(header: HeaderRule, text: string | undefined, findings: Finding[]): void {
  const pointer = joinPointer('/headers', header.name);
  if (text === undefined) {
    const message = `The required header ${header.name} is missing.`;
    if (header.required) findings.push(createErrorFinding('response/required-header', message, pointer));
    return;
  }
  if (header.check === undefined) return;
  let first: Finding[] | undefined;
  for (const value of readHeader(header, text)) {
    const own: Finding[] = [];
    header.check(value, pointer, own);
    if (own.length === 0) return;
    first ??= own;
  }
  findings.push(...(first ?? []));
}

/** Yields the possible values of a header. Each cookie has a separate line. */
function* readHeader({ lowerName, field, readings }: HeaderRule, text: string): Generator<unknown> {
  if (lowerName === 'set-cookie') {
    yield field.array ? text.split('\n') : text;
    return;
  }
  for (const { value } of readings.ofText(text)) yield value;
}

function toSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'boolean' || isObject(value) ? value : undefined;
}

/**
 * Returns whether a response is a simulator's error about the `Prefer` header. No description documents this error,
 * because the real API does not have it.
 */
export function isPreferenceProblem({ status, body }: Pick<ResponseParts, 'status' | 'body'>): boolean {
  return status === 400 && isObject(body) && body['type'] === preferenceProblem;
}
