import { createErrorFinding, type Finding } from './finding.js';
import type { OperationParameter } from './operation.js';
import { type ComposedValue, createQueryReader } from './parameter-form.js';
import type { CompiledCheck } from './schema-compiler.js';
import type { TextFieldReader } from './text-field.js';

type TextSource = string | readonly string[] | ComposedValue | undefined;

const parts = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

export class ParameterReader {
  readonly name: string;
  /** Name in lower case, as used to find headers. */
  readonly lowerName: string;
  readonly take: (query: URLSearchParams) => TextSource;
  private readonly pointer: string;

  constructor(
    document: unknown,
    private readonly parameter: OperationParameter,
    private readonly field: TextFieldReader,
    private readonly check: CompiledCheck | undefined,
  ) {
    this.name = parameter.name;
    this.lowerName = parameter.name.toLowerCase();
    this.take = createQueryReader(document, parameter);
    this.pointer = `/${parts[parameter.in]}/${parameter.name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }

  read(source: TextSource, input: Record<string, unknown>, findings: Finding[]): void {
    if (source === undefined) {
      this.readAbsent(input, findings);
      return;
    }
    let value: unknown;
    if (typeof source === 'object' && 'value' in source) {
      value = source.value;
    } else if (this.field.array) {
      const texts = typeof source === 'string' ? source.split(',') : source;
      value = texts.map((text) => this.field.read(text.trim()));
    } else if (typeof source === 'string') {
      value = this.field.read(source);
    } else {
      const message = `${this.pointer} accepts only one value, but is given ${source.length} times.`;
      const details = { actual: source.slice(0, 10) };
      findings.push(createErrorFinding(`request/repeated-${this.parameter.in}`, message, this.pointer, details));
      return;
    }
    this.check?.(value, this.pointer, findings);
    input[this.name] = value;
  }

  /**
   * Returns whether an empty header counts as missing: if it is required and its schema allows an empty text. Otherwise
   * the schema rejects it.
   */
  emptyIsMissing(): boolean {
    const findings: Finding[] = [];
    if (!this.parameter.required) this.check?.(this.field.read(''), this.pointer, findings);
    return findings.length === 0;
  }

  private readAbsent(input: Record<string, unknown>, findings: Finding[]): void {
    if (this.parameter.required) {
      const kind = this.parameter.in === 'header' ? 'header' : `${this.parameter.in} parameter`;
      const message = `The required ${kind} ${this.name} is missing.`;
      findings.push(createErrorFinding(`request/required-${this.parameter.in}`, message, this.pointer));
    } else if (this.field.hasDefault) {
      const { default: value } = this.field;
      input[this.name] = typeof value === 'object' ? structuredClone(value) : value;
    }
  }
}
