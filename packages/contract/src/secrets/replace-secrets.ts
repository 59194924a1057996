import {
  type DecodedReading,
  decodeRareReadings,
  decodeReadings,
  separatorPattern,
  stripSeparators,
} from './decode-readings.js';
import { findSecretPlaces, type IsNamed } from './find-secret-places.js';
import type { KnownSecrets, SecretMatch } from './known-secrets.js';

const deepest = 2;

/**
 * Matches encoded text, then its parts in one base64 alphabet or without symbols, because a path can precede the
 * secret.
 */
const encoded = /[A-Za-z0-9+/_-]{16,}/g;
const partsOfEncoded = [/[A-Za-z0-9+/]{16,}/g, /[A-Za-z0-9_-]{16,}/g, /[A-Za-z0-9]{16,}/g];

/**
 * Replaces secrets in a string: in any case, wrapped or spaced, behind nested escapes of JSON, URLs, forms, HTML, XML,
 * CSS or mail, and as numbers, hexadecimal digits, base64 or base32.
 *
 * @param markOf returns the replacement for a secret found by its context. Without it, only known secrets are replaced
 */
export function replaceSecrets(text: string, known: KnownSecrets, markOf?: (secret: string) => string): string {
  const readings = decodeReadings(text);
  const places = markOf === undefined ? [] : findPlaces(readings, known.isNamed, markOf);
  const found = [...places, ...findKnown(text, readings, known)];
  if (found.length === 0) return text;
  found.sort((one, other) => one.from - other.from || other.to - one.to);
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, mark } of found) {
    if (from >= end) pieces.push(text.slice(end, from), mark);
    end = Math.max(end, to);
  }
  return pieces.join('') + text.slice(end);
}

/**
 * Finds the longest extent of each secret. A later reading can find a longer extent if an escape had cut the secret
 * off.
 */
function findPlaces(
  readings: readonly DecodedReading[],
  isNamed: IsNamed | undefined,
  markOf: (secret: string) => string,
): SecretMatch[] {
  const ends = new Map<number, number>();
  const found: SecretMatch[] = [];
  for (const reading of readings) {
    for (const { from: start, secret } of findSecretPlaces(reading.text, isNamed)) {
      const { from, to } = inOriginal(reading, start, start + secret.length);
      if (to <= (ends.get(from) ?? -1)) continue;
      ends.set(from, to);
      found.push({ from, to, mark: markOf(secret) });
    }
  }
  return found;
}

function findKnown(
  text: string,
  readings: readonly DecodedReading[],
  known: KnownSecrets,
  depth = deepest,
): SecretMatch[] {
  if (known.size === 0) return [];
  const found: SecretMatch[] = [];
  for (const reading of [...readings, ...readings.flatMap(decodeRareReadings)])
    for (const { from, to, mark } of known.find(reading.text)) found.push({ ...inOriginal(reading, from, to), mark });
  /** Cached results for encoded strings, which most readings share. */
  const marks = new Map<string, string | undefined>();
  const markWithin = (run: string): string | undefined => {
    if (!marks.has(run)) {
      const within = meaningsOf(run).flatMap((meant) => findKnown(meant, decodeReadings(meant), known, depth - 1));
      marks.set(run, within[0]?.mark);
    }
    return marks.get(run);
  };
  for (const reading of depth === 0 ? [] : readings) {
    for (const { index, run } of encodedRuns(reading.text)) {
      const mark = markWithin(run);
      if (mark !== undefined) found.push({ ...inOriginal(reading, index, index + run.length), mark });
    }
  }
  const plain = readings.at(-1) ?? { text };
  // Offsets in wrapped text are only needed for secrets.
  const dense = plain.text.replace(separatorPattern, '');
  if (dense.length < plain.text.length && known.find(dense).length > 0) {
    const broken = stripSeparators(plain) ?? plain;
    for (const { from: start, to: behind, mark } of known.find(broken.text)) {
      const { from, to } = inOriginal(broken, start, behind);
      // Trailing separators are not part of a secret.
      found.push({ from, to: from + text.slice(from, to).trimEnd().length, mark });
    }
  }
  return found;
}

function inOriginal({ starts }: DecodedReading, from: number, to: number): { from: number; to: number } {
  return { from: starts?.[from] ?? from, to: starts?.[to] ?? to };
}

function* encodedRuns(text: string): Generator<{ index: number; run: string }> {
  for (const { index, 0: whole } of text.matchAll(encoded)) {
    const patterns = /[+/_-]/.test(whole) ? partsOfEncoded : partsOfEncoded.slice(0, 1);
    for (const pattern of patterns)
      for (const { index: at, 0: run } of whole.matchAll(pattern)) yield { index: index + at, run };
  }
}

/** Cached decoded strings, because the same strings repeat. */
const meanings = new Map<string, readonly string[]>();
const maxMeanings = 10_000;

/** Returns the strings that an encoded string can contain. Binary content is already covered by the known forms. */
function meaningsOf(run: string): readonly string[] {
  const known = meanings.get(run);
  if (known !== undefined) return known;
  const decoded = [Buffer.from(run, 'base64').toString('utf8')];
  if (/^(?:[0-9a-f]{2})+$/i.test(run)) decoded.push(Buffer.from(run, 'hex').toString('utf8'));
  if (/^[a-z2-7]+$/i.test(run)) decoded.push(Buffer.from(base32(run)).toString('utf8'));
  const meant = decoded.filter((text) => !text.includes('\ufffd'));
  if (run.length > 1000) return meant;
  if (meanings.size >= maxMeanings) meanings.clear();
  meanings.set(run, meant);
  return meant;
}

function base32(run: string): Uint8Array {
  const bytes: number[] = [];
  let rest = 0;
  let left = 0;
  for (const digit of run.toLowerCase()) {
    rest = ((rest << 5) | 'abcdefghijklmnopqrstuvwxyz234567'.indexOf(digit)) & 0xfff;
    left += 5;
    if (left >= 8) {
      left -= 8;
      bytes.push((rest >> left) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}
