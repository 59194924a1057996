import { separatorPattern, unescapeText } from './decode-readings.js';

/** Minimum length of a secret. Shorter secrets would also be replaced within unrelated words. */
export const minSecretLength = 8;
/** Matches values that can be replaced everywhere. Ordinary words must not be: negative tests send `Bearer invalid`. */
export const plausibleSecretPattern = /^(?=.*[^A-Za-z]).{8,}$/s;
/**
 * Interval of the positions to check. Every form of a secret covers one of these positions and the three characters
 * after it.
 */
const stride = minSecretLength - 3;
/** Maximum length of a piece. Longer forms are searched in pieces to limit comparisons. */
const longestPiece = 128;
/**
 * Maximum number of secrets to search for in encoded forms, and of their characters. Further secrets have only escaped
 * forms.
 */
const [maxEncoded, maxEncodedCharacters] = [1000, 100_000];
/** Maximum length of a secret. Of a longer secret, only the beginning and the end are recognized. */
const longestSecret = 4096;
/** Maximum total number of characters of all secrets, to limit memory use. */
const maxCharacters = 4_000_000;

export interface SecretMatch {
  from: number;
  to: number;
  mark: string;
}

/** Finds secrets in a time that depends only on the text's length, not on the number of secrets. */
export class KnownSecrets {
  readonly #marks = new Map<string, string>();
  /** Positions and lengths of forms, by four of their characters, which are encoded as a number. */
  readonly #shapes = new Map<number, number[]>();
  readonly #hashes = new Set<number>();
  readonly #added = new Set<string>();
  #characters = 0;
  /** Returns whether the user has declared all values with this name to be secrets. */
  readonly isNamed: ((name: string) => boolean) | undefined;

  /** @param names names of headers, members, parameters and fields whose values are secrets, in any case */
  constructor(names: readonly string[] = []) {
    const named = new Set(names.map((name) => name.toLowerCase()));
    this.isNamed = named.size === 0 ? undefined : (name) => named.has(name.toLowerCase());
  }

  add(secret: string, mark: string): void {
    if (this.#added.has(secret) || this.#characters > maxCharacters) return;
    if (secret.length > longestSecret) {
      this.#added.add(secret);
      const half = longestSecret / 2;
      for (const part of [secret.slice(0, half), secret.slice(-half)]) this.add(part, mark);
      return;
    }
    this.#added.add(secret);
    this.#characters += secret.length;
    const encoded = this.#added.size <= maxEncoded && this.#characters <= maxEncodedCharacters;
    // Forms encode spaces as plus signs.
    const whole = new Set([
      secret,
      unescapeText(secret),
      unescapeText(secret.replaceAll('+', ' ')),
      signatureOf(secret),
    ]);
    for (const form of [...whole].flatMap((text) => [...plainForms(text), ...(encoded ? encodedForms(text) : [])])) {
      for (let from = 0; from < form.length; from += longestPiece) {
        const last = Math.max(0, form.length - longestPiece);
        this.#addPiece(form.slice(Math.min(from, last), Math.min(from, last) + longestPiece), mark);
      }
    }
  }

  #addPiece(form: string, mark: string): void {
    const piece = lowerCase(form);
    if (piece.length < minSecretLength || this.#marks.has(piece)) return;
    this.#marks.set(piece, mark);
    this.#hashes.add(hashBetween(hashPrefixes(piece), 0, piece.length));
    for (let offset = 0; offset < stride; offset += 1) {
      const key = gram(piece, offset);
      const shape = piece.length * stride + offset;
      const shapes = this.#shapes.get(key);
      if (shapes === undefined) this.#shapes.set(key, [shape]);
      else if (!shapes.includes(shape)) shapes.push(shape);
    }
  }

  get size(): number {
    return this.#added.size;
  }

  find(original: string): SecretMatch[] {
    const text = lowerCase(original);
    const found: SecretMatch[] = [];
    let hashes: Int32Array | undefined;
    for (let at = 0; at + 3 < text.length; at += stride) {
      const shapes = this.#shapes.get(gram(text, at)) ?? [];
      // Otherwise, many similar secrets would need as many slices of the text.
      if (shapes.length > manyShapes) hashes ??= hashPrefixes(text);
      for (const shape of shapes) {
        const from = at - (shape % stride);
        const to = from + Math.floor(shape / stride);
        if (from < 0 || to > text.length) continue;
        if (hashes !== undefined && !this.#hashes.has(hashBetween(hashes, from, to))) continue;
        // Otherwise, repetitive text would have as many matches as characters.
        const last = found.at(-1);
        if (last !== undefined && from >= last.from && to <= last.to) continue;
        const mark = this.#marks.get(text.slice(from, to));
        if (mark === undefined) continue;
        if (last !== undefined && last.mark === mark && from >= last.from && from < last.to) last.to = to;
        else found.push({ from, to, mark });
      }
    }
    return found;
  }
}

/** Minimum number of forms with the same characters for which hashing the text pays off. */
const manyShapes = 8;
const hashBase = 0x01000193;
const hashPowers = new Int32Array(longestPiece + 1).fill(1);
for (let length = 1; length <= longestPiece; length += 1)
  hashPowers[length] = Math.imul(hashPowers[length - 1] ?? 1, hashBase);

function hashPrefixes(text: string): Int32Array {
  const hashes = new Int32Array(text.length + 1);
  for (let at = 0; at < text.length; at += 1)
    hashes[at + 1] = Math.imul(hashes[at] ?? 0, hashBase) + text.charCodeAt(at);
  return hashes;
}

function hashBetween(hashes: Int32Array, from: number, to: number): number {
  return ((hashes[to] ?? 0) - Math.imul(hashes[from] ?? 0, hashPowers[to - from] ?? 0)) | 0;
}

function gram(text: string, at: number): number {
  return (
    text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 8) ^
    (text.charCodeAt(at + 2) << 16) ^
    (text.charCodeAt(at + 3) << 23)
  );
}

function lowerCase(text: string): string {
  const result = text.toLowerCase();
  return result.length === text.length ? result : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Returns the signature of a signed token, without which the other parts are useless; for any other secret, the whole
 * string.
 */
const signatureOf = (token: string): string => /^eyJ[\w-]+\.[\w-]+\.([\w-]{16,})$/.exec(token)?.[1] ?? token;

/** Returns a secret unchanged, with form-encoded spaces, without separators, and as bytes. */
function plainForms(secret: string): string[] {
  return [
    secret,
    secret.replaceAll(' ', '+'),
    secret.replace(separatorPattern, ''),
    Buffer.from(secret).toString('latin1'),
  ];
}

/** Alphabets of RFC 4648. */
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64Alphabets = [base64, base64.replace('+/', '-_')];
const base32Alphabets = ['abcdefghijklmnopqrstuvwxyz234567', '0123456789abcdefghijklmnopqrstuv'];

/** Encodes a secret as hexadecimal digits, base64 and base32, and its UTF-16 form as digits. */
function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const utf16 = Buffer.from(secret, 'utf16le');
  return [
    ...base32Alphabets.flatMap((alphabet) => ownParts(bytes, alphabet)),
    ...[bytes, utf16, Buffer.from(utf16).swap16()].flatMap((each) => [
      each.toString('hex'),
      ...base64Alphabets.flatMap((alphabet) => ownParts(each, alphabet)),
    ]),
  ];
}

/**
 * Encodes bytes at every possible offset in an encoded text. Omits the first and last digit, which also encode
 * neighbouring bytes.
 */
function ownParts(bytes: Uint8Array, alphabet: string): string[] {
  const width = Math.log2(alphabet.length);
  return Array.from({ length: width === 6 ? 3 : 5 }, (_, before) => {
    let digits = '';
    let left = 0;
    // Bits of the first byte that share a digit with the preceding bytes.
    let skipped = (width - ((before * 8) % width)) % width;
    let rest = 0;
    for (const byte of bytes) {
      rest = ((rest << 8) | byte) & 0xffff;
      left += 8;
      if (skipped > 0) {
        left -= skipped;
        skipped = 0;
      }
      for (; left >= width; left -= width) digits += alphabet[(rest >> (left - width)) & (alphabet.length - 1)];
    }
    return digits;
  });
}
