import { STATUS_CODES } from 'node:http';
import { type Finding, isObject } from '@understudy/contract';
import {
  type DescriptionNames,
  type ErrorCodes,
  type ErrorName,
  type FlatSchema,
  normalizeName,
  type SchemaReader,
  splitWords,
} from '@understudy/model';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { matches } from '../meaning/match-pattern.js';
import { chooseErrorCode, isCode, writeCodeLike } from './choose-error-code.js';
import { chooseErrorSchema, type DescribedErrors } from './choose-error-schema.js';
import type { ValueFacts } from './create-minimal-value.js';
import type { NamedError } from './name-error.js';
import { defineMember } from './shape-value.js';
import { fieldOf, writePlace } from './write-place.js';

const deepest = 5;
/** Maximum number of findings in a list of errors. */
const mostFindings = 10;

interface Told {
  readonly refusal: NamedError;
  readonly status: number;
  readonly facts: ValueFacts;
  readonly seed: string;
}

/** The location of a value: the name of its member, and the values of the description's examples at this location. */
interface Place {
  readonly name: string;
  readonly depth: number;
  readonly shown: readonly unknown[];
  /** The finding that an item in a list of errors describes. */
  readonly finding?: Finding | undefined;
}

/** The relation of a member to the other members of its object. */
interface Role {
  readonly isRequired: boolean;
  /** Names of all members of the object. */
  readonly siblings: ReadonlySet<string>;
}

/** Writes an error as a description requires: in the members whose names mean the message, code or location. */
export class ErrorTeller {
  readonly #description: DescribedErrors;
  readonly #schemas: SchemaReader;
  readonly #names: DescriptionNames;
  readonly #codes: ErrorCodes;
  readonly #told: Told;

  constructor(description: DescribedErrors, told: Told) {
    this.#description = description;
    this.#schemas = description.schemas;
    this.#names = description.schemas.names;
    this.#codes = description.errorCodes;
    this.#told = told;
  }

  /** @param shown example bodies of this response */
  tell(schema: unknown, shown: readonly unknown[]): unknown {
    return this.#value(schema, { name: 'error', depth: 0, shown });
  }

  #value(schema: unknown, place: Place): unknown {
    const { depth } = place;
    const flat = this.#schemas.chosen(schema, (alternatives) => this.#bestOf(alternatives));
    if (depth > deepest) return this.#generated(schema, place);
    if (flat.types.includes('array')) return this.#list(flat, place);
    const isObjectLike = flat.properties.size > 0 || flat.types.includes('object') || flat.types.length === 0;
    if (!isObjectLike)
      return this.#scalar(flat, place, { isRequired: true, siblings: new Set() }) ?? this.#generated(schema, place);
    return this.#object(flat, place);
  }

  #list({ items, keywords }: FlatSchema, place: Place): unknown[] {
    const { findings = [] } = this.#told.refusal;
    const most = Math.min(Number(keywords['maxItems'] ?? mostFindings), mostFindings);
    const about = place.finding === undefined && findings.length > 0 ? findings.slice(0, most) : [place.finding];
    if (about[0] === undefined && keywords['minItems'] === undefined && this.#needsPlace(items)) return [];
    const shown = place.shown.flatMap((each) => (Array.isArray(each) ? each : []));
    // Strings in a list are messages, unless the name of the list means locations.
    const isText = this.#schemas.chosen(items).types.includes('string');
    const name = isText && !this.#says(place.name, 'place') ? 'message' : place.name;
    const told = about.map((finding) => this.#value(items ?? {}, { name, depth: place.depth + 1, shown, finding }));
    return isText ? [...new Set(told)] : told;
  }

  /** True if each item must contain the location of a problem. */
  #needsPlace(items: unknown): boolean {
    const { properties, required } = this.#schemas.chosen(items);
    const names = [...properties.keys()].filter((name) => required.has(name));
    const isPlace = (name: string) => this.#says(name, 'place') && !this.#schemas.chosen(properties.get(name)).nullable;
    return names.some(isPlace) || (names.length > 0 && names.every((name) => this.#says(name, 'item')));
  }

  #object(flat: FlatSchema, place: Place): Record<string, unknown> {
    const told: Record<string, unknown> = {};
    const siblings = new Set(flat.properties.keys());
    for (const name of new Set([...flat.properties.keys(), ...flat.required])) {
      const property = flat.properties.get(name) ?? {};
      if (this.#schemas.flat(property).keywords['writeOnly'] === true) continue;
      // An example of the whole error shows the format of locations in its lists.
      const isList = this.#schemas.chosen(property).types.includes('array');
      const shown = [...place.shown, ...(isList ? shownBy(flat) : [])].flatMap((each) =>
        isObject(each) && name in each ? [each[name]] : [],
      );
      const at = { name, depth: place.depth + 1, shown, finding: place.finding };
      const value = this.#member(property, at, { isRequired: flat.required.has(name), siblings });
      if (value !== undefined) defineMember(told, name, value);
    }
    if (flat.properties.size === 0) this.#fillMap(flat, told, place);
    return told;
  }

  /** Fills an object without described members: with the names of invalid members, or the members of a problem. */
  #fillMap({ keywords, open }: FlatSchema, told: Record<string, unknown>, place: Place): void {
    const { refusal, status } = this.#told;
    const { additionalProperties: others } = keywords;
    if (isObject(others) && Object.keys(others).length > 0) {
      for (const finding of (refusal.findings ?? []).slice(0, mostFindings)) {
        const at = { ...place, name: 'message', depth: place.depth + 1, shown: [], finding };
        defineMember(told, fieldOf(finding), this.#value(others, at));
      }
    } else if (open && others !== false && place.depth === 0) {
      const { message: detail, code } = refusal;
      Object.assign(told, { title: STATUS_CODES[status] ?? 'Error', status, detail, code });
    }
  }

  #member(property: unknown, place: Place, { isRequired, siblings }: Role): unknown {
    const flat = this.#schemas.chosen(property, (alternatives) => this.#bestOf(alternatives));
    const isList = flat.types.includes('array');
    const isHolder = this.#names.get(place.name)?.error?.holds === true;
    if (isList || flat.properties.size > 0 || flat.types.includes('object')) {
      const isMap = isObject(flat.keywords['additionalProperties']) && flat.properties.size === 0;
      const isOfPlaces = isList
        ? this.#listsPlaces(flat, place.name)
        : isMap && this.#hasFindings && this.#says(place.name, 'place');
      if (!(isHolder || isRequired || isOfPlaces)) return undefined;
      return this.#value(property, place);
    }
    if (flat.types.length === 0 && !('const' in flat.keywords) && flat.keywords['enum'] === undefined)
      return this.#says(place.name, 'message')
        ? this.#message(place)
        : isRequired
          ? this.#told.refusal.code
          : undefined;
    const said = this.#scalar(flat, place, { isRequired, siblings });
    if (said !== undefined) return said;
    if (flat.nullable && this.#says(place.name, 'place')) return null;
    return isRequired ? this.#generated(property, place) : undefined;
  }

  /** Returns whether a list contains the problems of the request, or their locations. */
  #listsPlaces({ items }: FlatSchema, name: string): boolean {
    const { properties, types } = this.#schemas.chosen(items);
    const says = (what: 'place' | 'item' | 'message') => [...properties.keys()].some((each) => this.#says(each, what));
    const isOfMistakes = (says('place') || says('item')) && says('message');
    return this.#hasFindings && (isOfMistakes || (this.#says(name, 'place') && types.includes('string')));
  }

  get #hasFindings(): boolean {
    return (this.#told.refusal.findings ?? []).length > 0;
  }

  /** A string, number or boolean, or undefined if the member is unrelated to the error. */
  #scalar(flat: FlatSchema, place: Place, { isRequired, siblings }: Role): unknown {
    const { status } = this.#told;
    const { keywords, types } = flat;
    const { isSuccess, isNumber }: ErrorName = this.#names.get(place.name)?.error ?? {};
    const listed: unknown = 'const' in keywords ? [keywords['const']] : keywords['enum'];
    if (Array.isArray(listed)) return this.#listed(listed, place.name, isRequired);
    if (types.includes('boolean')) return isSuccess === true ? false : undefined;
    if (types.includes('integer') || types.includes('number')) {
      if (this.#says(place.name, 'status')) return status;
      if (isNumber !== true) return undefined;
      const shown = [...place.shown, ...shownBy(flat)].filter((each) => typeof each === 'number');
      return (
        chooseErrorCode(this.#codes, shown, this.#about()) ??
        place.shown.find((each) => typeof each === 'number') ??
        status
      );
    }
    if (!types.includes('string')) return undefined;
    const text = this.#text(flat, place, siblings);
    const { pattern, maxLength } = keywords;
    if (text === undefined || (typeof pattern === 'string' && !matches(pattern, text))) return undefined;
    return typeof maxLength === 'number' ? text.slice(0, maxLength) : text;
  }

  /** The enum value that fits the error. An optional member without one is omitted. */
  #listed(listed: readonly unknown[], name: string, isRequired: boolean): unknown {
    const { status, refusal } = this.#told;
    const known = listed.filter((each) => each !== null);
    const named = known.find((each) => each === refusal.code || String(each).split(/[:/#]/).at(-1) === refusal.code);
    if (refusal.isNamed === true && named !== undefined) return named;
    const own = this.#says(name, 'status') ? known.find((each) => String(each) === String(status)) : undefined;
    const isAboutError =
      (['code', 'message', 'status'] as const).some((each) => this.#says(name, each)) ||
      /code$|type$/.test(normalizeName(name));
    const fitting = own ?? (isAboutError ? chooseErrorCode(this.#codes, known, this.#about()) : undefined);
    if (fitting !== undefined) return fitting;
    if (known.length === 1 || typeof known[0] === 'boolean') return known.includes(false) ? false : known[0];
    const general = known.find((each) => this.#codes.get(String(each))?.isAny === true);
    return isRequired ? (general ?? known[0]) : general;
  }

  #text(flat: FlatSchema, place: Place, siblings: ReadonlySet<string>): string | undefined {
    const { status, refusal } = this.#told;
    const { format } = flat.keywords;
    const plain = normalizeName(place.name);
    const others = [...siblings].filter((name) => normalizeName(name) !== plain);
    const around = new Set(others.map(normalizeName));
    const has = (...names: readonly string[]) => names.some((name) => around.has(name));
    const shown = [...place.shown, ...shownBy(flat)].filter((each): each is string => typeof each === 'string');
    const isPlace =
      this.#says(place.name, 'place') ||
      (this.#says(place.name, 'item') && !others.some((name) => this.#says(name, 'place')));
    // Next to a timestamp, a path is the path of the request.
    const isOfFirst = this.#says(place.name, 'place') && !has('timestamp');
    const finding = place.finding ?? (isOfFirst ? refusal.findings?.[0] : undefined);
    if (finding !== undefined && isPlace)
      return writePlace(finding, { form: this.#names.get(place.name)?.error?.writes, shown: shown[0] });
    if (this.#says(place.name, 'status')) {
      const word = shown.find((each) => /[a-z]/i.test(each));
      return String((word && chooseErrorCode(this.#codes, shown, this.#about())) ?? word ?? status);
    }
    const isWhole = (plain.endsWith('type') || this.#says(place.name, 'code')) && /[:/]/.test(refusal.code);
    const before = isWhole ? '' : this.#names.get(place.name)?.error?.before;
    if (before !== undefined && refusal.isNamed === true && place.finding === undefined) return before + refusal.code;
    if (plain === 'type' && (/^uri/.test(String(format)) || (has('title') && has('detail', 'status'))))
      return String(
        chooseErrorCode(this.#codes, shown, this.#about()) ??
          place.shown.find((each) => typeof each === 'string') ??
          'about:blank',
      );
    if (format !== undefined) return undefined;
    const isTitle = plain === 'title' && has('detail', 'details', 'message', 'description');
    if (isTitle || (plain === 'error' && has('timestamp') && has('path'))) return STATUS_CODES[status] ?? 'Error';
    const isEither = (name: string) => ['error', 'reason'].includes(normalizeName(name));
    const isSaidElsewhere = others.some((name) => !isEither(name) && this.#says(name, 'message'));
    if (this.#says(place.name, 'message') && !(isEither(plain) && isSaidElsewhere)) return this.#message(place);
    if (this.#says(place.name, 'code') || /code$/.test(plain))
      return plain === 'id' && !isCode(shown[0]) ? undefined : this.#code(shown, place, siblings);
    return undefined;
  }

  /** True if a name means the message, the code, the status or the location of an error. */
  #says(name: string, what: NonNullable<ErrorName['says']>[number]): boolean {
    return this.#names.get(name)?.error?.says?.includes(what) === true;
  }

  #message({ finding }: Place): string {
    return finding?.message ?? this.#told.refusal.message;
  }

  /** The code in the examples that fits the error, or the default code in their style. */
  #code(shown: readonly string[], place: Place, siblings: ReadonlySet<string>): string {
    const plain = normalizeName(place.name);
    const about = this.#about();
    const isOther = !plain.endsWith('code') && [...siblings].some((name) => normalizeName(name).endsWith('code'));
    if (this.#told.refusal.isNamed === true && place.finding === undefined && !isOther) return about.code;
    const named = shown.filter(isCode);
    const fitting = chooseErrorCode(this.#codes, named, about);
    if (fitting !== undefined) return String(fitting);
    const own = place.shown.find((each): each is string => isCode(each));
    // Codes without words do not identify an error.
    const opaque = named.find((each) => /^[A-Z]{0,4}[-_]?\d{2,}$/i.test(each));
    return own ?? opaque ?? writeCodeLike(named[0], about.code);
  }

  #about() {
    const { refusal, status } = this.#told;
    // An injected error has no specific code.
    const code = refusal.code === 'injected' ? splitWords(STATUS_CODES[status] ?? 'error').join('_') : refusal.code;
    // An error can be sent with a success status.
    return { ...refusal, code, status: status < 400 ? refusal.status : status };
  }

  /** The alternative whose listed statuses and codes fit the error best. */
  #bestOf(alternatives: readonly unknown[]): unknown {
    return chooseErrorSchema(this.#description, alternatives, this.#about());
  }

  #generated(schema: unknown, { name, shown: [first] }: Place): unknown {
    const { facts, seed } = this.#told;
    return first ?? generateMeaningfulValue(this.#schemas, schema, { ...facts, seed, name });
  }
}

function shownBy({ keywords }: FlatSchema): readonly unknown[] {
  return [...(Array.isArray(keywords['examples']) ? keywords['examples'] : []), keywords['default']];
}
