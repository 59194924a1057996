import { isSecretMember, isSecretName, isSecretParameter, secretHolder } from './secret-names.js';
import { secretShape } from './secret-shapes.js';

/** A secret and its offset in the text. */
interface SecretPlace {
  readonly from: number;
  readonly secret: string;
}

/** Returns whether the user has listed a name, in addition to the built-in names. */
export type IsNamed = (name: string) => boolean;

/** Matches any text that can contain a secret identified by its name. */
const sign =
  /secret|pass|pwd|pw|token|assertion|key|auth|cookie|sig|code|credential|jwt|bearer|otp|sid|session|csrf|xsrf|pin|license|connection/i;
/** A name, and the separator between it and its value. A longer run of letters is not a name. */
const names = /(?<![\w$.[\]-])([\w$.[\]-]{1,100})(?:(["']?)(\s{0,20}[:=]\s{0,20})(["'[{]?)|(?=[\s>]))/g;
const forms = [
  /(\b(?:Bearer|Basic|DPoP)\s{1,9})([A-Za-z0-9._~+/-]{16,}=*)/gi,
  // A private key (RFC 7468).
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)([^-"]+)/g,
  // The user and password in a URL.
  /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/?#@"'<>\\]+)(?=@)/gi,
] as const;
/** The start of a multipart form part, and the maximum length of its headers in characters. */
const disposition = /^content-disposition:/gim;
const longestHead = 2000;
/** Longest object or list with a secret name, in characters. */
const longestObject = 2000;

/** Values of the same kind do not overlap, which keeps the search linear. */
type Extent = readonly [from: number, to: number];
type Kind = 'quoted' | 'nested' | 'parameter' | 'element' | 'line';

/** Finds secrets by the name before them, or by their form, in linear time. */
export function* findSecretPlaces(text: string, isNamed: IsNamed | undefined): Generator<SecretPlace> {
  for (const { index, 0: secret } of text.matchAll(secretShape)) yield { from: index, secret };
  for (const form of forms)
    for (const { index, 1: before = '', 2: secret = '' } of text.matchAll(form))
      yield { from: index + before.length, secret };
  if (isNamed === undefined && !sign.test(text)) return;
  yield* namedPlaces(text, isNamed ?? (() => false));
  yield* partPlaces(text, isNamed ?? (() => false));
}

function* namedPlaces(text: string, isNamed: IsNamed): Generator<SecretPlace> {
  const ends: Record<Kind, number> = { quoted: 0, nested: 0, parameter: 0, element: 0, line: 0 };
  for (const match of text.matchAll(names)) {
    const { index, 0: whole, 1: name = '', 2: quote = '', 3: between, 4: open = '' } = match;
    if (!sign.test(name) && !isNamed(name)) continue;
    const before = text[index - 1] ?? '\n';
    const from = index + whole.length;
    /** Returns the text between two offsets if it is a secret. */
    const take = (kind: Kind, [start, end]: Extent, isSecret = isSecretMember): SecretPlace[] => {
      ends[kind] = end;
      const secret = text.slice(start, end);
      return secret !== '' && (isNamed(name) || isSecret(name, secret)) ? [{ from: start, secret }] : [];
    };
    if (between === undefined) {
      if ((before === '<' || before === ':') && index >= ends.element)
        yield* take('element', elementAt(text, index + name.length));
    } else if (open === '"' || open === "'") {
      if (from > ends.quoted) yield* take('quoted', [from, endOfQuoted(text, from, open)]);
    } else if (open !== '') {
      if (from <= ends.nested || !(isNamed(name) || isSecretName(name))) continue;
      const object = text.slice(from, from + longestObject);
      const end = endOfNested(object);
      ends.nested = from + end;
      for (const each of nestedPlaces(object.slice(0, end), open === '[')) yield { ...each, from: from + each.from };
    } else if (between === '=' && quote === '') {
      if (from < ends.parameter || !/[&?;#\s"'`]/.test(before)) continue;
      const isParameter = /[&?;#\n]/.test(before);
      yield* take(
        'parameter',
        [from, endOf(text, from, /[&\s"'<>\\]/g)],
        isParameter ? isSecretParameterValue : isSecretMember,
      );
    } else if (quote === '' && /[\s"']/.test(before) && from >= ends.line) {
      const end = endOf(text, from, /[\r\n"'<>,;]/g);
      // Text with spaces is a sentence, not a secret.
      yield* take('line', /\s/.test(text.slice(from, end)) ? [end, end] : [from, end]);
    }
  }
}

function isSecretParameterValue(name: string, value: string): boolean {
  return isSecretParameter(name) || isSecretMember(name, value);
}

function endOfQuoted(text: string, from: number, quote: string): number {
  let at = from;
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

function endOf(text: string, from: number, end: RegExp): number {
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/**
 * Returns the extent of an element's text; empty if there is no text. `afterName` is the offset after the element's
 * name.
 */
function elementAt(text: string, afterName: number): Extent {
  const close = endOf(text.slice(afterName, afterName + longestHead), 0, /[<>]/g) + afterName;
  if (text[close] !== '>') return [close, close];
  const isData = text.startsWith('<![CDATA[', close + 1);
  const from = close + 1 + (isData ? '<![CDATA['.length : 0);
  if (!isData) {
    const to = endOf(text, from, /</g);
    return text.startsWith('</', to) ? [from, to] : [to, to];
  }
  const to = text.indexOf(']]>', from);
  return to === -1 ? [text.length, text.length] : [from, to];
}

/** Returns the offset after an object or list that is already open. */
function endOfNested(text: string): number {
  let depth = 1;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') at = endOfQuoted(text, at + 1, '"');
    else if (text[at] === '{' || text[at] === '[') depth += 1;
    else if ((text[at] === '}' || text[at] === ']') && --depth === 0) return at;
  }
  return text.length;
}

/** Finds the strings of a list, or the members of an object, that are secrets according to the name before it. */
function* nestedPlaces(text: string, isList: boolean): Generator<SecretPlace> {
  for (const { index, 0: whole, 1: name, 2: secret = '' } of text.matchAll(
    /(?:"([^"\\]{1,60})"\s{0,9}:\s{0,9})?"([^"\\]{6,})"/g,
  ))
    if (name === undefined ? isList && /\d/.test(secret) : secretHolder.test(name))
      yield { from: index + whole.length - secret.length - 1, secret };
}

/** Finds the values of multipart forms, in the line after the empty line that ends a part's headers. */
function* partPlaces(text: string, isNamed: IsNamed): Generator<SecretPlace> {
  for (const { index, 0: begun } of text.matchAll(disposition)) {
    const head = text.slice(index, index + longestHead);
    const blank = /\r?\n\r?\n/.exec(head);
    const [, name = ''] = /;[ \t]{0,9}name="?([^"\s;]{1,100})/i.exec(head.slice(begun.length, blank?.index)) ?? [];
    if (blank === null) continue;
    const from = index + blank.index + blank[0].length;
    const secret = text.slice(from, endOf(text, from, /[\r\n]/g));
    if (secret !== '' && (isNamed(name) || isSecretParameterValue(name, secret))) yield { from, secret };
  }
}
