import type { HarEntry } from '@understudy/conformance';
import { checkSize, isObject, stringifyJson } from '@understudy/contract';
import { readJson } from '@understudy/learning';

/** Limits of an entry, whose parts are compared with those of other entries. */
const ofEntry = { headers: 200, parameters: 200, segments: 50, members: 1000, values: 10_000, characters: 200_000 };
/** Limits of all entries: their characters, their values and the positions of these. */
const ofAll = { characters: 8_000_000, values: 150_000, positions: 2000 };
const longestText = 2000;

/**
 * Shortens long texts, and removes entries that would take minutes to learn from.
 *
 * @returns a note for each kind of change
 */
export function limitRecording(entries: readonly HarEntry[]): { entries: HarEntry[]; notes: string[] } {
  const positions = new Set<string>();
  let [characters, values, shortened] = [0, 0, 0];
  const shorten = (value: unknown, position: string): unknown => {
    positions.add(position);
    values += 1;
    if (typeof value === 'string' && value.length > longestText) shortened += 1;
    if (typeof value === 'string') return value.slice(0, longestText);
    if (Array.isArray(value)) return value.map((item) => shorten(item, `${position}.*`));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, shorten(each, `${position}.${name}`)]),
    );
  };
  /** Returns a body within the limits, or undefined. */
  const limited = (bytes: Uint8Array): Uint8Array | undefined => {
    const text = Buffer.from(bytes).toString('utf8');
    const json = readJson(text);
    if (json === undefined) return bytes.length > ofEntry.characters ? undefined : bytes;
    if (checkSize(json, ofEntry) !== undefined) return undefined;
    const before = shortened;
    const short = stringifyJson(shorten(json, ''));
    if (short.length > ofEntry.characters) return undefined;
    return shortened === before ? bytes : Buffer.from(short);
  };
  const kept = entries.flatMap((entry): HarEntry[] => {
    const { url, requestHeaders, responseHeaders } = entry;
    const [path = '', query = ''] = url.split('?');
    const headers = [requestHeaders, responseHeaders].map(Object.entries);
    const isLarge =
      headers.some((pairs) => pairs.length > ofEntry.headers) ||
      stringifyJson([url, headers]).length > ofEntry.characters ||
      query.split('&').length > ofEntry.parameters ||
      path.split('/').length > ofEntry.segments;
    if (isLarge) return [];
    const bodies = (['requestBody', 'responseBody'] as const).flatMap((name) => {
      const type = (name === 'requestBody' ? requestHeaders : responseHeaders)['content-type'] ?? '';
      const bytes = entry[name];
      return bytes === undefined || /^(?:image|font|audio|video)\//.test(type) ? [] : [[name, limited(bytes)] as const];
    });
    characters += bodies.reduce((sum, [, bytes]) => sum + (bytes?.length ?? 0), stringifyJson([url, headers]).length);
    const isOver = characters > ofAll.characters || values > ofAll.values || positions.size > ofAll.positions;
    return isOver || bodies.some(([, bytes]) => bytes === undefined)
      ? []
      : [{ ...entry, ...Object.fromEntries(bodies) }];
  });
  const omitted = entries.length - kept.length;
  return {
    entries: kept,
    notes: [
      ...(omitted === 0 ? [] : [`${omitted} entries were left out, because they or all before are too large.`]),
      ...(shortened === 0 ? [] : [`${shortened} texts were shortened to ${longestText} characters.`]),
    ],
  };
}
