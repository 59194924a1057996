import type { HarEntry } from '@understudy/conformance';
import { isObject } from '@understudy/contract';
import { readJson } from '@understudy/learning';
import { decodeComponent } from '@understudy/model';

/** A text of a recording in the written files. */
export interface RecordedText {
  readonly text: string;
  /** The first places, such as `openapi.yaml:12`. */
  readonly places: string[];
  count: number;
}

/** Numbers of places of a text, and of texts that begin with the same word. */
const [mostPlaces, mostAlike] = [3, 500];
const [shortest, longest] = [2, 500];
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/**
 * Finds the texts of a recording that remain in files, so that a user can review them: values of bodies, parameters and
 * headers, and segments of paths.
 *
 * @param files contents by path
 */
export function findRecordedTexts(entries: readonly HarEntry[], files: ReadonlyMap<string, string>): RecordedText[] {
  const byWord = indexTexts(listTexts(entries));
  const found = new Map<string, RecordedText>();
  for (const [file, content] of files)
    for (const [index, line] of content.split('\n').entries())
      for (const { 0: word, index: at } of line.matchAll(words))
        for (const text of byWord.get(word) ?? []) {
          const end = at + text.length;
          if (!line.startsWith(text, at) || /^[\p{L}\p{N}]/u.test(line.slice(end, end + 1))) continue;
          const known = found.get(text) ?? { text, places: [], count: 0 };
          found.set(text, known);
          known.count += 1;
          if (known.places.length < mostPlaces) known.places.push(`${file}:${index + 1}`);
        }
  return [...found.values()].sort((one, other) => (one.text < other.text ? -1 : 1));
}

/** Indexes texts by their first word, from which they are searched. */
function indexTexts(texts: ReadonlySet<string>): Map<string, string[]> {
  const byWord = new Map<string, string[]>();
  for (const text of texts) {
    const first = text.match(/[\p{L}\p{N}].*/u)?.[0] ?? '';
    const [word] = first.match(words) ?? [];
    if (word === undefined) continue;
    const alike = byWord.get(word) ?? [];
    byWord.set(word, alike);
    if (alike.length < mostAlike) alike.push(first);
  }
  return byWord;
}

function listTexts(entries: readonly HarEntry[]): Set<string> {
  const texts = new Set<string>();
  const add = (text: string): void => {
    const plain = text.trim();
    // Numbers and replaced values need no review.
    if (plain.length < shortest || !/\p{L}/u.test(plain) || /^redacted-\d+/.test(plain)) return;
    texts.add(plain.slice(0, longest).split('\n')[0] ?? '');
  };
  const walk = (value: unknown): void => {
    if (typeof value === 'string') add(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (isObject(value)) Object.values(value).forEach(walk);
  };
  for (const { url, requestHeaders, responseHeaders, requestBody, responseBody } of entries) {
    const address = URL.canParse(url) ? new URL(url) : undefined;
    for (const segment of address?.pathname.split('/') ?? []) add(decodeComponent(segment) ?? segment);
    for (const value of address?.searchParams.values() ?? []) add(value);
    walk([Object.values(requestHeaders), Object.values(responseHeaders)]);
    for (const bytes of [requestBody, responseBody]) walkBody(Buffer.from(bytes ?? []).toString('utf8'), walk);
  }
  return texts;
}

function walkBody(body: string, walk: (value: unknown) => void): void {
  if (/^[\w.[\]%-]+=/.test(body)) walk([...new URLSearchParams(body).values()]);
  else walk(readJson(body) ?? body.split(/[\n<>]/));
}
