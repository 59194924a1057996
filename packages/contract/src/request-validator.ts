import { decodePercent } from './decode-text.js';
import { createErrorFinding, type Finding } from './finding.js';
import { formMediaType, isJson, parseMediaType, selectMediaType } from './media-type.js';
import type { OperationInput, OperationParameter, RequestBody, RequestParts, ValidatedParts } from './operation.js';
import { type Judged, ParameterReader } from './parameter-reader.js';
import { readForm } from './read-form.js';
import type { CompiledCheck } from './schema-compiler.js';
import type { SchemaCompilers } from './schema-compilers.js';
import { createTextFieldReader } from './text-field.js';

const forms: ReadonlySet<string> = new Set([formMediaType, 'multipart/form-data']);

/** Headers that an OpenAPI parameter cannot describe. */
const reservedHeaders = new Set(['accept', 'authorization', 'content-type']);

/** Validates the requests of one operation. The constructor compiles everything, so construct it on first use. */
export class RequestValidator {
  private readonly headers: ParameterReader[] = [];
  private readonly path: ParameterReader[] = [];
  private readonly query: ParameterReader[] = [];
  private readonly cookies: ParameterReader[] = [];
  private readonly mediaTypes: ReadonlySet<string>;
  private readonly bodyChecks = new Map<string, CompiledCheck | undefined>();

  constructor(
    private readonly compilers: SchemaCompilers,
    private readonly operationPointer: string,
    parameters: readonly OperationParameter[],
    private readonly requestBody: RequestBody | undefined,
  ) {
    for (const parameter of parameters) {
      const readers = { header: this.headers, path: this.path, query: this.query, cookie: this.cookies }[parameter.in];
      if (!(parameter.in === 'header' && reservedHeaders.has(parameter.name.toLowerCase()))) {
        readers.push(this.createReader(parameter));
      }
    }
    this.mediaTypes = new Set(Object.keys(requestBody?.content ?? {}).map((name) => name.toLowerCase()));
  }

  validate(parts: RequestParts): ValidatedParts {
    const input: OperationInput = { path: {}, query: {}, headers: {}, body: undefined };
    const judged: Judged = { findings: [], notes: [] };
    // Reads only own members, because every object inherits names such as `constructor`.
    const own = <Value>(values: Readonly<Record<string, Value>>, name: string) =>
      Object.hasOwn(values, name) ? values[name] : undefined;
    for (const reader of this.headers) {
      const text = own(parts.headers, reader.lowerName);
      reader.readText(text === '' && reader.emptyIsMissing() ? undefined : text, input.headers, judged);
    }
    if (this.cookies.length > 0) {
      const pairs = readCookies(own(parts.headers, 'cookie') ?? '');
      // Cookies are only validated; no handler reads them.
      for (const reader of this.cookies) reader.readPairs({ pairs }, {}, judged);
    }
    for (const reader of this.path) reader.readText(own(parts.path, reader.name), input.path, judged);
    const query = { pairs: parts.query, raw: parts.rawQuery };
    for (const reader of this.query) reader.readPairs(query, input.query, judged);
    this.validateBody(parts, input, judged.findings);
    const { findings, notes } = judged;
    return notes.length === 0 ? { input, findings } : { input, findings, notes };
  }

  private validateBody(parts: RequestParts, input: OperationInput, findings: Finding[]): void {
    if (this.requestBody === undefined) return;
    if (parts.body === undefined) {
      if (this.requestBody.required)
        findings.push(createErrorFinding('request/required-body', 'The required body is missing.', '/body'));
      return;
    }
    const type = parseMediaType(parts.mediaType);
    const selected = type === undefined ? this.guessMediaType(parts.body) : selectMediaType(this.mediaTypes, type);
    if (selected === undefined) {
      const expected = [...this.mediaTypes];
      const found = type === undefined ? 'is missing' : `is ${type}`;
      const message = `The Content-Type of the body ${found}; it must be ${expected.join(' or ')}.`;
      const details = type === undefined ? { expected } : { expected, actual: type };
      findings.push(createErrorFinding('request/media-type', message, '/headers/content-type', details));
      return;
    }
    const { document } = this.compilers;
    const { schema, encoding } = this.requestBody.content[selected] ?? {};
    if (parts.body instanceof Uint8Array) {
      // JSON Schema cannot describe bytes.
      input.body = parts.body;
      return;
    }
    input.body = forms.has(selected) ? readForm(document, schema, parts.body, findings, encoding) : parts.body;
    this.bodyCheck(selected)?.(input.body, '/body', findings);
  }

  /**
   * Guesses the media type from the decoded value if there is no Content-Type. For bytes, the description must accept
   * any type.
   */
  private guessMediaType(body: unknown): string | undefined {
    const decoded = !(body instanceof Uint8Array);
    return this.mediaTypes.has('*/*') ? '*/*' : decoded ? [...this.mediaTypes].find(isJson) : undefined;
  }

  private bodyCheck(mediaType: string): CompiledCheck | undefined {
    if (!this.bodyChecks.has(mediaType)) {
      const entry = Object.entries(this.requestBody?.content ?? {}).find(([name]) => name.toLowerCase() === mediaType);
      const schema = entry?.[1].schema;
      const pointer = `${this.operationPointer}/requestBody`;
      const check =
        schema === undefined ? undefined : this.compilers.compile('request', schema, 'request/body-', pointer);
      this.bodyChecks.set(mediaType, check);
    }
    return this.bodyChecks.get(mediaType);
  }

  private createReader(parameter: OperationParameter): ParameterReader {
    const field = createTextFieldReader(this.compilers.document, parameter.schema);
    const pointer = `${this.operationPointer}/parameters/${parameter.name}`;
    const check = field.anyText
      ? undefined
      : this.compilers.compile('request', parameter.schema, `request/${parameter.in}-`, pointer);
    return new ParameterReader(this.compilers.document, parameter, field, check);
  }
}

/** Reads a `Cookie` header. Values are percent-decoded if possible, because clients encode them. */
function readCookies(header: string): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 1) continue;
    const text = pair.slice(equals + 1).trim();
    const bare = /^"(.*)"$/.exec(text)?.[1] ?? text;
    pairs.append(pair.slice(0, equals).trim(), decodePercent(bare) ?? bare);
  }
  return pairs;
}
