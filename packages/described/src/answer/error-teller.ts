import { STATUS_CODES } from 'node:http';
import { type Finding, isObject } from '@understudy/contract';
import { type FlatSchema, normalizeName, type SchemaReader, splitWords } from '@understudy/model';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { matches } from '../meaning/match-pattern.js';
import { chooseErrorCode, scoreErrorCode, writeCodeLike } from './choose-error-code.js';
import type { ValueFacts } from './create-minimal-value.js';
import type { NamedError } from './name-error.js';
import { defineMember } from './shape-value.js';
import { fieldOf, writePlace } from './write-place.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const sentences = words(
  'message detail details description reason msg errormessage errordescription title error usermessage developermessage info summary text faultstring statusmessage explanation errortext longmessage problem issue violation fault hint',
);
const codes = words(
  'code errorcode errno errorno errornumber errortype errorname name type kind reason error id exception errorid subcode',
);
const statuses = words('status statuscode httpstatus httpstatuscode httpcode responsecode responsestatus');
const places = words(
  'field param parameter property attribute pointer path location loc target source fieldname propertypath',
);
/** Names of the place in an item of a list of errors that has no other one. */
const bareNames = words('name member key input element item');
const holders =
  /(?:errors?|faults?|details?|violations?|issues|reasons?|messages|problems|causes?|invalidparams|failures|validations?)$/;

const deepest = 5;
/** Findings that a list of errors contains. */
const mostFindings = 10;

interface Told {
  readonly refusal: NamedError;
  readonly status: number;
  readonly facts: ValueFacts;
  readonly seed: string;
}

/** Where a value is: the name of its member, and what the examples of the description have there. */
interface Place {
  readonly name: string;
  readonly depth: number;
  readonly shown: readonly unknown[];
  /** What an item of a list of errors is about. */
  readonly finding?: Finding | undefined;
}

/** What a member is among the others of its object. */
interface Role {
  readonly isRequired: boolean;
  /** Plain names of all members. */
  readonly siblings: ReadonlySet<string>;
}

/** Writes an error in the words of a description: message, code and place go to the members that mean them. */
export class ErrorTeller {
  readonly #schemas: SchemaReader;
  readonly #told: Told;

  constructor(schemas: SchemaReader, told: Told) {
    this.#schemas = schemas;
    this.#told = told;
  }

  /** @param shown bodies that the description shows for this response */
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
    const shown = place.shown.flatMap((each) => (Array.isArray(each) ? each : []));
    // The texts of a list are messages, whatever its name.
    const name = this.#schemas.chosen(items).types.includes('string') ? 'message' : place.name;
    return about.map((finding) => this.#value(items ?? {}, { name, depth: place.depth + 1, shown, finding }));
  }

  #object(flat: FlatSchema, place: Place): Record<string, unknown> {
    const told: Record<string, unknown> = {};
    const siblings = new Set([...flat.properties.keys()].map(normalizeName));
    for (const name of new Set([...flat.properties.keys(), ...flat.required])) {
      const property = flat.properties.get(name) ?? {};
      if (this.#schemas.flat(property).keywords['writeOnly'] === true) continue;
      const shown = place.shown.flatMap((each) => (isObject(each) && name in each ? [each[name]] : []));
      const at = { name, depth: place.depth + 1, shown, finding: place.finding };
      const value = this.#member(property, at, { isRequired: flat.required.has(name), siblings });
      if (value !== undefined) defineMember(told, name, value);
    }
    if (flat.properties.size === 0) this.#fillMap(flat, told, place);
    return told;
  }

  /** An object whose members are not described: the names of what is wrong, or the members of a problem. */
  #fillMap({ keywords, open }: FlatSchema, told: Record<string, unknown>, place: Place): void {
    const { refusal, status } = this.#told;
    const { additionalProperties: others } = keywords;
    if (isObject(others) && Object.keys(others).length > 0) {
      for (const finding of (refusal.findings ?? []).slice(0, mostFindings)) {
        const at = { ...place, name: 'message', depth: place.depth + 1, shown: [], finding };
        defineMember(told, fieldOf(finding), this.#value(others, at));
      }
    } else if (open && others !== false && place.depth === 0) {
      Object.assign(told, {
        title: STATUS_CODES[status] ?? 'Error',
        status,
        detail: refusal.message,
        code: refusal.code,
      });
    }
  }

  #member(property: unknown, place: Place, { isRequired, siblings }: Role): unknown {
    const plain = normalizeName(place.name);
    const flat = this.#schemas.chosen(property, (alternatives) => this.#bestOf(alternatives));
    const isList = flat.types.includes('array');
    const isHolder = holders.test(plain) || /^(?:error|fault|detail|details|status)$/.test(plain);
    if (isList || flat.properties.size > 0 || flat.types.includes('object')) {
      if (!(isHolder || isRequired || (isList && this.#listsPlaces(flat)))) return undefined;
      return this.#value(property, place);
    }
    if (flat.types.length === 0 && !('const' in flat.keywords) && flat.keywords['enum'] === undefined)
      return sentences.has(plain) ? this.#message(place) : isRequired ? this.#told.refusal.code : undefined;
    const said = this.#scalar(flat, place, { isRequired, siblings });
    if (said !== undefined) return said;
    return isRequired ? this.#generated(property, place) : undefined;
  }

  /** Whether each item of a list says what is wrong where. */
  #listsPlaces({ items }: FlatSchema): boolean {
    const names = [...this.#schemas.chosen(items).properties.keys()].map(normalizeName);
    const isFound = (this.#told.refusal.findings ?? []).length > 0;
    return (
      isFound &&
      names.some((name) => places.has(name) || bareNames.has(name)) &&
      names.some((name) => sentences.has(name))
    );
  }

  /** A text, number or boolean, or undefined if it has nothing to do with the error. */
  #scalar(flat: FlatSchema, place: Place, { isRequired, siblings }: Role): unknown {
    const { status } = this.#told;
    const { keywords, types } = flat;
    const plain = normalizeName(place.name);
    const listed: unknown = 'const' in keywords ? [keywords['const']] : keywords['enum'];
    if (Array.isArray(listed)) return this.#listed(listed, plain, isRequired);
    if (types.includes('boolean')) return /^(?:success|ok|successful)$/.test(plain) ? false : undefined;
    if (types.includes('integer') || types.includes('number')) {
      if (statuses.has(plain)) return status;
      if (!/code$|^err(?:or)?(?:no|number)$/.test(plain)) return undefined;
      const shown = [...place.shown, ...shownBy(flat)].filter((each) => typeof each === 'number');
      return chooseErrorCode(shown, this.#about()) ?? place.shown.find((each) => typeof each === 'number') ?? status;
    }
    if (!types.includes('string')) return undefined;
    const text = this.#text(flat, place, siblings);
    return text === undefined || !isFitting(flat, text) ? undefined : cut(flat, text);
  }

  /** A value of an enum. An optional member without a fitting one is left out. */
  #listed(listed: readonly unknown[], plain: string, isRequired: boolean): unknown {
    const { status, refusal } = this.#told;
    const known = listed.filter((each) => each !== null);
    if (refusal.isNamed === true && known.includes(refusal.code)) return refusal.code;
    const own = statuses.has(plain) ? known.find((each) => String(each) === String(status)) : undefined;
    const isAboutError = codes.has(plain) || sentences.has(plain) || statuses.has(plain) || /code$|type$/.test(plain);
    const fitting = own ?? (isAboutError ? chooseErrorCode(known, this.#about()) : undefined);
    if (fitting !== undefined) return fitting;
    if (known.length === 1 || typeof known[0] === 'boolean') return known.includes(false) ? false : known[0];
    const general = known.find((each) =>
      /^(?:error|fail(?:ed|ure)?|unknown|other|invalid_?request)$/i.test(String(each)),
    );
    return isRequired ? (general ?? known[0]) : general;
  }

  #text(flat: FlatSchema, place: Place, siblings: ReadonlySet<string>): string | undefined {
    const { status } = this.#told;
    const { format } = flat.keywords;
    const plain = normalizeName(place.name);
    const phrase = STATUS_CODES[status] ?? 'Error';
    const has = (...names: readonly string[]) => names.some((name) => name !== plain && siblings.has(name));
    const shown = [...place.shown, ...shownBy(flat)].filter((each): each is string => typeof each === 'string');
    const isPlace = places.has(plain) || (bareNames.has(plain) && !has(...places));
    if (place.finding !== undefined && isPlace)
      return writePlace(place.finding, {
        isPointer: /pointer/.test(plain),
        shown: shown[0],
        said: flat.keywords['description'],
      });
    if (statuses.has(plain)) {
      const word = shown.find((each) => /[a-z]/i.test(each));
      return word === undefined
        ? String(status)
        : ((chooseErrorCode(shown, this.#about()) as string | undefined) ?? word);
    }
    if (plain === 'type' && (/^uri/.test(String(format)) || (has('title') && has('detail', 'status'))))
      return String(
        chooseErrorCode(shown, this.#about()) ?? place.shown.find((each) => typeof each === 'string') ?? 'about:blank',
      );
    if (format !== undefined) return undefined;
    if (plain === 'title' && has('detail', 'details', 'message', 'description')) return phrase;
    if (plain === 'error' && has('timestamp') && has('path')) return phrase;
    const isSaidElsewhere = has('message', 'detail', 'description', 'errordescription', 'errormessage', 'msg', 'title');
    if (sentences.has(plain) && !(/^(?:error|reason)$/.test(plain) && isSaidElsewhere)) return this.#message(place);
    if (codes.has(plain) || /code$/.test(plain))
      return plain === 'id' && !isCode(shown[0]) ? undefined : this.#code(shown, place, siblings);
    return undefined;
  }

  #message({ finding }: Place): string {
    return finding?.message ?? this.#told.refusal.message;
  }

  /** The code that the examples have for such an error, or our own one in their form. */
  #code(shown: readonly string[], place: Place, siblings: ReadonlySet<string>): string {
    const plain = normalizeName(place.name);
    const about = this.#about();
    const isOther = !plain.endsWith('code') && [...siblings].some((name) => name.endsWith('code'));
    if (this.#told.refusal.isNamed === true && place.finding === undefined && !isOther) return about.code;
    const named = shown.filter(isCode);
    const fitting = chooseErrorCode(named, about);
    if (fitting !== undefined) return String(fitting);
    const own = place.shown.find((each): each is string => isCode(each));
    // Codes without words do not say which error they mean.
    const opaque = named.find((each) => /^[A-Z]{0,4}[-_]?\d{2,}$/i.test(each));
    return own ?? opaque ?? writeCodeLike(named[0], about.code);
  }

  #about() {
    const { refusal, status } = this.#told;
    // What is injected has no case of its own.
    const code = refusal.code === 'injected' ? splitWords(STATUS_CODES[status] ?? 'error').join('_') : refusal.code;
    // An error can be sent with the status of a success.
    return { ...refusal, code, status: status < 400 ? refusal.status : status };
  }

  /** The alternative whose listed status and code fit best. */
  #bestOf(alternatives: readonly unknown[]): unknown {
    let best = alternatives[0];
    let most = Number.NEGATIVE_INFINITY;
    for (const alternative of alternatives) {
      const score = this.#fitOf(alternative);
      if (score > most) [best, most] = [alternative, score];
    }
    return best;
  }

  #fitOf(alternative: unknown): number {
    const { names, properties } = this.#schemas.flat(alternative);
    const about = this.#about();
    let fit = Math.max(0, ...names.map((name) => scoreErrorCode(name, about)));
    for (const [name, property] of properties) {
      const { keywords } = this.#schemas.flat(property);
      const listed: unknown = 'const' in keywords ? [keywords['const']] : keywords['enum'];
      const plain = normalizeName(name);
      if (sentences.has(plain)) fit += 0.1;
      if (!Array.isArray(listed)) continue;
      if (statuses.has(plain) && listed.some((each) => /^\d{3}$/.test(String(each))))
        fit += listed.some((each) => String(each) === String(about.status)) ? 20 : -50;
      else if (codes.has(plain) || /code$|type$/.test(plain))
        fit += Math.max(-1, ...listed.map((each) => scoreErrorCode(each, about) || -1));
    }
    return fit;
  }

  #generated(schema: unknown, { name, shown: [first] }: Place): unknown {
    const { facts, seed } = this.#told;
    return first ?? generateMeaningfulValue(this.#schemas, schema, { ...facts, seed, name });
  }
}

function shownBy({ keywords }: FlatSchema): readonly unknown[] {
  return [...(Array.isArray(keywords['examples']) ? keywords['examples'] : []), keywords['default']];
}

/** A code is one word, unlike a sentence. */
function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.:/#-]{2,100}$/.test(value);
}

function isFitting({ keywords: { pattern } }: FlatSchema, text: string): boolean {
  return typeof pattern !== 'string' || matches(pattern, text);
}

function cut({ keywords: { maxLength } }: FlatSchema, text: string): string {
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text;
}
