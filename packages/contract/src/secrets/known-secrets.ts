import { between, unescaped } from './readings-of.js';

/** Fewer characters would be replaced in words that have nothing to do with the secret. */
export const shortestSecret = 8;
/** A text is looked at in every fifth place: one of these and the three characters behind it lie in any form. */
const stride = shortestSecret - 3;
/** Longer forms are looked for in pieces, so that a comparison has an end. */
const longestPiece = 128;
/** So many secrets are looked for in encodings; a body may name any number of them, and further ones have their escapes alone. */
const maxEncoded = 1000;

/** A place in a text and what to write there. */
export interface SecretMatch {
  from: number;
  to: number;
  mark: string;
}

/** Finds secrets in texts in time that depends on the texts alone, not on how many secrets are known. */
export class KnownSecrets {
  /** What is written instead of each form. */
  readonly #marks = new Map<string, string>();
  /** Four characters of a form, as a number, to where in it they stand and how long it is. */
  readonly #shapes = new Map<number, number[]>();
  readonly #added = new Set<string>();

  /** Looks for a secret from now on, in all its forms. */
  add(secret: string, mark: string): void {
    if (this.#added.has(secret)) return;
    this.#added.add(secret);
    const encoded = this.#added.size <= maxEncoded;
    // What a form has sent has signs of addition for spaces.
    const whole = new Set([secret, unescaped(secret), unescaped(secret.replaceAll('+', ' ')), signatureOf(secret)]);
    for (const form of [...whole].flatMap((text) => [...plainForms(text), ...(encoded ? encodedForms(text) : [])])) {
      for (let from = 0; from < form.length; from += longestPiece) {
        const last = Math.max(0, form.length - longestPiece);
        this.#addPiece(form.slice(Math.min(from, last), Math.min(from, last) + longestPiece), mark);
      }
    }
  }

  #addPiece(form: string, mark: string): void {
    const piece = lowerCase(form);
    if (piece.length < shortestSecret || this.#marks.has(piece)) return;
    this.#marks.set(piece, mark);
    for (let offset = 0; offset < stride; offset += 1) {
      const key = gram(piece, offset);
      const shape = piece.length * stride + offset;
      const shapes = this.#shapes.get(key);
      if (shapes === undefined) this.#shapes.set(key, [shape]);
      else if (!shapes.includes(shape)) shapes.push(shape);
    }
  }

  get isEmpty(): boolean {
    return this.#added.size === 0;
  }

  /** Every place of a known form, whatever its case. */
  find(original: string): SecretMatch[] {
    const text = lowerCase(original);
    const found: SecretMatch[] = [];
    for (let at = 0; at + 3 < text.length; at += stride) {
      for (const shape of this.#shapes.get(gram(text, at)) ?? []) {
        const from = at - (shape % stride);
        const to = from + Math.floor(shape / stride);
        const mark = from < 0 ? undefined : this.#marks.get(text.slice(from, to));
        if (mark !== undefined) found.push({ from, to, mark });
      }
    }
    return found;
  }
}

function gram(text: string, at: number): number {
  return (
    text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 8) ^
    (text.charCodeAt(at + 2) << 16) ^
    (text.charCodeAt(at + 3) << 23)
  );
}

/** Small letters, as many as there were letters. */
function lowerCase(text: string): string {
  const result = text.toLowerCase();
  return result.length === text.length ? result : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The last part of a signed token, without which the others are worth nothing; any other text as it is. */
const signatureOf = (token: string): string => /^eyJ[\w-]+\.[\w-]+\.([\w-]{16,})$/.exec(token)?.[1] ?? token;

/** As it is, as a form writes its spaces, without what lines and spaces put between, and byte by byte. */
function plainForms(secret: string): string[] {
  return [secret, secret.replaceAll(' ', '+'), secret.replace(between, ''), Buffer.from(secret).toString('latin1')];
}

/** By RFC 4648. */
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64Alphabets = [base64, base64.replace('+/', '-_')];
const base32Alphabets = ['abcdefghijklmnopqrstuvwxyz234567', '0123456789abcdefghijklmnopqrstuv'];

/** As hexadecimal digits, and as the part of a base64 or base32 text that is its own; the former in UTF-16, too. */
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

/** What bytes become wherever they begin in a text of digits; the first and the last digit hold bits of others, too. */
function ownParts(bytes: Uint8Array, alphabet: string): string[] {
  const width = Math.log2(alphabet.length);
  return Array.from({ length: width === 6 ? 3 : 5 }, (_, before) => {
    let digits = '';
    let left = 0;
    // Bits of the first byte that belong to a digit with what stands before.
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
