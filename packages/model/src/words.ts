import { rememberSome } from './schema/remember.js';

const normalized = new Map<string, string>();
const words = new Map<string, readonly string[]>();
/** Maximum length of a cached name, and maximum number of cached names. */
const [longest, mostNames] = [60, 20_000];

/** Normalizes a name by removing case and separators: `pet_id`, `petId` and `Pet-ID` are equal. */
export function normalizeName(name: string): string {
  return name.length > longest ? normalize(name) : rememberSome(normalized, name, mostNames, normalize);
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Finds the name whose normalized form comes first in `wanted`. */
export function findNamed(names: Iterable<string>, wanted: readonly string[]): string | undefined {
  const byName = new Map([...names].reverse().map((name) => [normalizeName(name), name]));
  return wanted.flatMap((each) => byName.get(each) ?? [])[0];
}

/** Returns the singular of a word: `pet` for `pets`, `category` for `categories`, `box` for `boxes`. */
export function toSingular(word: string): string {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y');
  if (/(ss|x|ch|sh|z)es$/i.test(word)) return word.replace(/es$/i, '');
  return /[^s]s$/i.test(word) ? word.slice(0, -1) : word;
}

/**
 * Returns a path with plain segments: `/dogs/{id}` for `/dogs/{id}.json`, `/Dogs/{id}` for `/Dogs({id})`,
 * `/dogs/{id}/walk` for `/dogs/{id}:walk`.
 */
function plainPath(path: string): string {
  return path
    .replace(/\$(?=\{)/g, '')
    .replace(/(?<=[^/])\.(?:json|xml|\{_?format\})(?=\/|$)/gi, '')
    .replace(/(?<=[\w-])\('?(\{[^{}]*\})'?\)/g, '/$1')
    .replace(/(?<=[\w}]):(?=[a-z]\w*$)/i, '/')
    .replace(/(?<=^\/|[^/])\/+$/, '');
}

/** Lists the names of the parameters of a path, in order. */
export function listPathParameters(path: string): string[] {
  return [...plainPath(path).matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/** Returns a path with `{}` for each parameter, without suffixes or a trailing slash. */
export function toPathShape(path: string): string {
  return plainPath(path).replace(/\{[^{}]*\}/g, '{}');
}

export function parentPath(shape: string): string {
  return shape.slice(0, shape.lastIndexOf('/'));
}

/** Returns the last segment that is not a parameter. */
export function lastSegment(shape: string): string {
  return (
    shape
      .split('/')
      .filter((segment) => segment !== '' && !segment.includes('{'))
      .at(-1) ?? 'item'
  );
}

/** Splits a name into lower-case words: `post` and `message` for `postMessage`. */
export function splitWords(name: string): string[] {
  return name.length > longest ? split(name) : [...rememberSome(words, name, mostNames, split)];
}

function split(name: string): string[] {
  return name
    .split(/[^a-zA-Z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Decodes a part of a URL. Returns undefined if its percent encoding is wrong. */
export function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Lists the values in a description: words in quotes or code, or else a list of words in capitals: "OPEN, PAID or
 * VOID".
 */
export function listDescribedValues(description: unknown): string[] {
  const text = String(description ?? '').slice(0, 5000);
  const quoted = [...text.matchAll(/[`"'‘“]([\w-]{2,30})[`"'’”]/g)].map(([, word = '']) => word);
  const capitals = /\b[A-Z][A-Z_]{2,30}(?:(?:,? (?:or|and) |, ?| ?[|/] ?)[A-Z][A-Z_]{2,30})+/.exec(text);
  return quoted.length > 0 || capitals === null ? quoted : (capitals[0].match(/[A-Z_]{3,}/g) ?? []);
}
