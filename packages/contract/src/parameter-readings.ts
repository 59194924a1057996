import { exceedsDepth, maxJsonDepth } from './decode-body.js';
import { decodePercent } from './decode-text.js';
import { appendValue, defineMember, maxBracketDepth } from './nested-value.js';
import { parseJson } from './numbers/parse-json.js';
import type { OperationParameter } from './operation.js';
import { type ParameterStyle, readStyle } from './parameter-style.js';
import { listAllowedTypes, listMemberNames, listTypesAtPath } from './schema-types.js';
import { coerceText } from './text-field.js';

/** A possible interpretation of a parameter's text. */
export interface Reading {
  readonly value: unknown;
  /** True if the text is written differently from the described style. */
  readonly isOther?: true;
}

/** Name-value pairs, as in a query. */
export interface TextPairs {
  readonly pairs: URLSearchParams;
  /** The query as sent, in which a comma between items differs from a comma within an item. */
  readonly raw?: string | undefined;
}

const scalars = ['string', 'number', 'integer', 'boolean', 'null'];

/** Reads a parameter in every way that its schema and style permit, the most likely one first. */
export class ParameterReadings {
  readonly members: readonly string[];
  readonly isObject: boolean;
  private readonly isArray: boolean;
  private readonly types: ReadonlySet<string>;
  private readonly itemTypes: ReadonlySet<string>;
  private readonly style: ParameterStyle;
  /** Name without array brackets. */
  private readonly bare: string;
  /** The accepted names of an array, with and without brackets. */
  private readonly names: readonly string[];
  private readonly typesAt: (path: readonly string[]) => ReadonlySet<string>;

  constructor(
    document: unknown,
    private readonly parameter: OperationParameter,
  ) {
    const { name, schema } = parameter;
    this.types = listAllowedTypes(document, schema);
    this.itemTypes = listTypesAtPath(document, schema, ['0']);
    this.style = readStyle(parameter);
    this.bare = name.endsWith('[]') ? name.slice(0, -2) : name;
    this.isArray = this.types.has('array');
    this.names = this.isArray || this.bare !== name ? [...new Set([name, `${this.bare}[]`, this.bare])] : [name];
    this.isObject = this.types.has('object');
    this.members = this.isObject ? listMemberNames(document, schema) : [];
    this.typesAt = (path) => listTypesAtPath(document, schema, path);
  }

  /** Reads the text of a path segment or header. */
  *ofText(given: string): Generator<Reading> {
    if (this.parameter.isJson) {
      yield readJson(given) ?? { value: given };
      return;
    }
    const { style } = this.style;
    if (style === 'matrix' && given.startsWith(';')) {
      const pairs = new URLSearchParams(
        given.slice(1).replaceAll('+', '%2B').replaceAll('&', '%26').replaceAll(';', '&'),
      );
      yield* this.ofPairs({ pairs });
      return;
    }
    const isLabel = style === 'label' && given.startsWith('.');
    const isOther = (style === 'label' && !isLabel) || style === 'matrix';
    for (const reading of this.ofValue(isLabel ? given.slice(1) : given)) yield isOther ? other(reading) : reading;
  }

  /** Reads a query parameter, cookie or matrix. Yields nothing if it is absent. */
  *ofPairs({ pairs, raw }: TextPairs): Generator<Reading> {
    const texts = this.textsOf(pairs);
    const [text] = texts;
    if (this.parameter.isJson) {
      if (text !== undefined) yield readJson(text) ?? { value: text };
      return;
    }
    const objects = this.isObject ? [...this.objects(pairs, texts)] : [];
    yield* objects.filter(({ isOther }) => isOther !== true);
    if (this.isArray) yield* this.arrays(pairs, texts, raw);
    if (texts.length === 1 && text !== undefined && this.allowsScalar()) yield* this.ofScalar(text);
    yield* objects.filter(({ isOther }) => isOther === true);
  }

  /** Lists the values sent under the parameter's name. */
  textsOf(pairs: URLSearchParams): string[] {
    return this.names.flatMap((each) => pairs.getAll(each));
  }

  /** Reads a string that can be an array, an object or a scalar. */
  private *ofValue(text: string): Generator<Reading> {
    const objects = this.isObject ? [...this.objectsOf(text), ...jsonOf(text, '{')] : [];
    yield* objects.filter(({ isOther }) => isOther !== true);
    if (this.isArray) yield* this.itemsOf(text);
    if (this.allowsScalar()) yield* this.ofScalar(text);
    yield* objects.filter(({ isOther }) => isOther === true);
  }

  private *ofScalar(text: string): Generator<Reading> {
    const value = coerceText(text, this.types);
    yield { value };
    if (value !== text && this.types.has('string')) yield { value: text };
    if ((text === '' || text === 'null') && this.types.has('null')) yield { value: null };
  }

  private *arrays(pairs: URLSearchParams, texts: readonly string[], raw: string | undefined): Generator<Reading> {
    const isRenamed = texts.length > pairs.getAll(this.parameter.name).length;
    const [first] = texts;
    if (texts.length === 1 && first !== undefined) {
      for (const reading of this.single(first, raw)) yield isRenamed ? other(reading) : reading;
    } else if (texts.length > 1) {
      const value = texts.map((text) => coerceText(text, this.itemTypes));
      yield isRenamed || !this.style.explode ? { value, isOther: true } : { value };
    } else {
      const value = this.bracketed(pairs);
      if (Array.isArray(value)) yield this.style.style === 'deepObject' ? { value } : { value, isOther: true };
    }
  }

  /** Reads an array whose name was sent once: as a single item if items repeat the name, otherwise as all items. */
  private *single(text: string, raw: string | undefined): Generator<Reading> {
    const { explode } = this.style;
    const item = { value: [coerceText(text, this.itemTypes)] };
    const isEncoded = raw !== undefined && text.includes(',') && !this.hasRawComma(raw);
    if (explode && isEncoded) yield item;
    for (const reading of this.itemsOf(text)) yield explode && reading.value.length > 1 ? other(reading) : reading;
    if (explode && text.includes(',')) yield item;
  }

  private hasRawComma(raw: string): boolean {
    return raw.split('&').some((pair) => {
      const [key = '', text = ''] = pair.split('=', 2);
      return text.includes(',') && this.names.includes(decodePercent(key) ?? key);
    });
  }

  private *itemsOf(text: string): Generator<{ value: unknown[]; isOther?: true }> {
    const { style, delimiter } = this.style;
    const split = (by: string) => text.split(by).map((item) => coerceText(item.trim(), this.itemTypes));
    // Versions of OpenAPI disagree about labels.
    const by = style === 'label' && !text.includes(delimiter) ? (delimiter === '.' ? ',' : '.') : delimiter;
    yield { value: split(by) };
    if (text === '') yield { value: [] };
    if (by !== ',' && text.includes(',')) yield { value: split(','), isOther: true };
    for (const { value } of jsonOf(text, '[')) if (Array.isArray(value)) yield { value, isOther: true };
  }

  private *objects(pairs: URLSearchParams, texts: readonly string[]): Generator<Reading> {
    const { style, explode } = this.style;
    const { name, required } = this.parameter;
    const isExploded = explode && style !== 'deepObject';
    if (isExploded) {
      const value = this.exploded(pairs);
      if (value !== undefined) yield { value };
    }
    const value = this.bracketed(pairs);
    if (value !== undefined && !Array.isArray(value))
      yield style === 'deepObject' ? { value } : { value, isOther: true };
    const [text] = texts;
    if (texts.length === 1 && text !== undefined) {
      for (const reading of this.objectsOf(text)) yield isExploded || style === 'deepObject' ? other(reading) : reading;
      yield* jsonOf(text, '{');
    }
    const dotted = `${name}.`;
    const inner = [...pairs].filter(([key]) => key.startsWith(dotted));
    if (inner.length > 0) {
      const dots: Record<string, unknown> = {};
      for (const [key, part] of inner) this.append(dots, key.slice(dotted.length).split('.'), part);
      yield { value: dots, isOther: true };
    }
    // Each member is a separate parameter, and all of them can be absent.
    if (isExploded && required && texts.length === 0) yield { value: {} };
  }

  private exploded(pairs: URLSearchParams): Record<string, unknown> | undefined {
    const value: Record<string, unknown> = {};
    for (const member of this.members) {
      for (const text of pairs.getAll(member)) this.append(value, [member], text);
    }
    return Object.keys(value).length === 0 ? undefined : value;
  }

  /** Reads `name[member]` or `name[0]`. */
  private bracketed(pairs: URLSearchParams): unknown {
    const opening = `${this.bare}[`;
    const holder: Record<string, unknown> = {};
    for (const [key, text] of pairs) {
      if (!key.startsWith(opening) || !key.endsWith(']')) continue;
      const path = key.slice(opening.length, -1).split('][');
      if (path.length > maxBracketDepth || (path.length === 1 && path[0] === '' && !this.isArray)) continue;
      appendValue(holder, ['', ...path], text, ([, ...inner]) => this.typesAt(inner));
    }
    return holder[''];
  }

  private append(target: Record<string, unknown>, path: readonly string[], text: string): void {
    if (path.length <= maxBracketDepth) appendValue(target, path, text, this.typesAt);
  }

  /** Reads `w,3,h,4` or `w=3,h=4`. Yields nothing for other text. */
  private *objectsOf(text: string): Generator<Reading> {
    const { style, explode, delimiter } = this.style;
    for (const by of new Set([delimiter, ',', ...(style === 'label' ? ['.'] : [])])) {
      const parts = text.split(by);
      const isExploded = parts.every((part) => part.indexOf('=') > 0);
      if (!isExploded && parts.length % 2 === 1) continue;
      const value: Record<string, unknown> = {};
      for (const [index, part] of parts.entries()) {
        const equals = part.indexOf('=');
        if (isExploded) this.setMember(value, part.slice(0, equals), part.slice(equals + 1));
        else if (index % 2 === 1) this.setMember(value, parts[index - 1] ?? '', part);
      }
      // A scalar can have commas too.
      if (this.allowsScalar() && !this.members.some((member) => Object.hasOwn(value, member))) continue;
      const isDescribed = isExploded === explode && (by === delimiter || style === 'label');
      yield isDescribed ? { value } : { value, isOther: true };
    }
  }

  private setMember(value: Record<string, unknown>, name: string, text: string): void {
    const member = name.trim();
    defineMember(value, member, coerceText(text.trim(), this.typesAt([member])));
  }

  private allowsScalar(): boolean {
    return this.types.size === 0 || scalars.some((type) => this.types.has(type));
  }
}

function other(reading: Reading): Reading {
  return { ...reading, isOther: true };
}

function* jsonOf(text: string, opening: string): Generator<Reading> {
  if (!text.trimStart().startsWith(opening)) return;
  const reading = readJson(text);
  if (reading !== undefined) yield other(reading);
}

function readJson(text: string): Reading | undefined {
  try {
    const value = parseJson(text);
    return exceedsDepth(value, maxJsonDepth) ? undefined : { value };
  } catch {
    return undefined;
  }
}
