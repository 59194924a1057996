import { createErrorFinding, type Finding } from './finding.js';
import { cloneJson } from './numbers/parse-json.js';
import type { OperationParameter } from './operation.js';
import { ParameterReadings, type Reading, type TextPairs } from './parameter-readings.js';
import { readStyle, writeExample } from './parameter-style.js';
import type { CompiledCheck } from './schema-compiler.js';
import type { TextFieldReader } from './text-field.js';

const parts = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

/** The results of reading parameters. */
export interface Judged {
  readonly findings: Finding[];
  /** Parameters that are understood, although they are not written in the described style. */
  readonly notes: Finding[];
}

/** Reads and validates a parameter. If the text has several meanings, the first one that matches the schema is used. */
export class ParameterReader {
  readonly name: string;
  /** Name in lower case, as used to find headers. */
  readonly lowerName: string;
  private readonly pointer: string;
  private readonly readings: ParameterReadings;

  constructor(
    document: unknown,
    private readonly parameter: OperationParameter,
    private readonly field: TextFieldReader,
    private readonly check: CompiledCheck | undefined,
  ) {
    this.name = parameter.name;
    this.lowerName = parameter.name.toLowerCase();
    this.readings = new ParameterReadings(document, parameter);
    this.pointer = `/${parts[parameter.in]}/${parameter.name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }

  /** Reads a path segment or header. */
  readText(text: string | undefined, input: Record<string, unknown>, judged: Judged): void {
    if (text === undefined) this.readAbsent(input, judged);
    else this.choose(this.readings.ofText(text), text, input, judged);
  }

  /** Reads a query parameter or cookie. */
  readPairs(query: TextPairs, input: Record<string, unknown>, judged: Judged): void {
    if (query.pairs.size === 0 && !this.parameter.required) {
      this.readAbsent(input, judged);
      return;
    }
    const texts = this.readings.textsOf(query.pairs);
    if (this.choose(this.readings.ofPairs(query), texts.length === 1 ? texts[0] : undefined, input, judged)) return;
    if (texts.length < 2) {
      this.readAbsent(input, judged);
      return;
    }
    const message = `${this.pointer} accepts only one value, but is given ${texts.length} times.`;
    const details = { actual: texts.slice(0, 10) };
    judged.findings.push(createErrorFinding(`request/repeated-${this.parameter.in}`, message, this.pointer, details));
  }

  /**
   * Returns whether an empty header counts as missing, which is the case if it is required and its schema allows an
   * empty string. Otherwise the schema rejects it.
   */
  emptyIsMissing(): boolean {
    const findings: Finding[] = [];
    if (!this.parameter.required) this.check?.(this.field.read(''), this.pointer, findings);
    return findings.length === 0;
  }

  /**
   * Uses the first reading that the schema accepts. If the schema accepts none, reports the errors of the first
   * reading.
   *
   * @param text the text sent; undefined if there is none or more than one
   * @returns false if there is nothing to read
   */
  private choose(
    readings: Iterable<Reading>,
    text: string | undefined,
    input: Record<string, unknown>,
    { findings, notes }: Judged,
  ): boolean {
    let first: { readonly value: unknown; readonly findings: Finding[] } | undefined;
    for (const { value, isOther } of readings) {
      const own: Finding[] = [];
      if (!(text === '' && this.parameter.allowsEmpty)) this.check?.(value, this.pointer, own);
      if (own.length === 0) {
        input[this.name] = value;
        if (isOther === true) notes.push(this.noteOf(value));
        return true;
      }
      first ??= { value, findings: own };
    }
    if (first === undefined && text !== undefined) {
      first = { value: text, findings: [] };
      this.check?.(text, this.pointer, first.findings);
    }
    if (first === undefined) return false;
    input[this.name] = first.value;
    findings.push(...first.findings);
    return true;
  }

  private noteOf(value: unknown): Finding {
    const { style, explode } = readStyle(this.parameter);
    const members = Array.isArray(value) ? undefined : this.readings.members;
    const expected = writeExample(this.parameter, members);
    const described = `style ${style}, explode ${explode}`;
    const message = `${this.pointer} is not written in the described style (${described}); write it as ${expected}.`;
    return { ruleId: `request/${this.parameter.in}-style`, severity: 'info', message, pointer: this.pointer, expected };
  }

  private readAbsent(input: Record<string, unknown>, { findings }: Judged): void {
    if (this.parameter.required) {
      const kind = this.parameter.in === 'header' ? 'header' : `${this.parameter.in} parameter`;
      const message = `The required ${kind} ${this.name} is missing.`;
      findings.push(createErrorFinding(`request/required-${this.parameter.in}`, message, this.pointer));
    } else if (this.field.hasDefault) {
      const { default: value } = this.field;
      input[this.name] = typeof value === 'object' ? cloneJson(value) : value;
    }
  }
}
