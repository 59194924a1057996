import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { isObject, loadYaml, parseJson, setSource, suggestName } from '@understudy/contract';
import type { ApiDefinition, SeedData } from '@understudy/kernel';
import { isSnapshotFile } from '@understudy/server';
import type { ApiRegistry } from './apis/apis.js';
import { resolvePlace } from './locate-asset.js';
import { toMessage } from './usage-error.js';

type Seeds = Readonly<Record<string, (count?: number) => Promise<SeedData>>>;

/** Maximum size in bytes of a seed file that is not a snapshot. */
const mostBytes = 20_000_000;

/** Lists the named seeds of the APIs, without `empty`. */
export function listNamedSeeds(apis: ApiRegistry): Seeds {
  const names = new Set([...apis.values()].flatMap(({ seeds = {} }) => Object.keys(seeds)));
  return Object.fromEntries([...names].map((name) => [name, (count?: number) => loadSeed(name, apis, count)]));
}

async function loadSeed(name: string, apis: ApiRegistry, count: number | undefined): Promise<SeedData> {
  const parts = [...apis.values()].map(async ({ name: api, seeds = {} }): Promise<[string, unknown][]> => {
    const seed = seeds[name];
    if (seed === undefined) return [];
    if (typeof seed === 'object' && !(seed instanceof URL))
      return [[api, count === undefined ? seed : { ...seed, '*': count }]];
    return [[api, parseJson(await readFile(resolvePlace(seed), 'utf8'))]];
  });
  return Object.fromEntries((await Promise.all(parts)).flat());
}

/**
 * Loads a seed by name or file: seed data keyed by API, or a snapshot (see {@link isSnapshotFile}). If only one
 * described API is served, the data can be keyed by its collections instead.
 *
 * @throws RangeError
 */
export async function readSeed(
  seed: string | SeedData,
  seeds: Seeds,
  chosen: readonly ApiDefinition[] = [],
): Promise<string | SeedData> {
  const isNamed = typeof seed === 'string' && (seed === 'empty' || Object.hasOwn(seeds, seed.replace(/:\d{1,4}$/, '')));
  if (isNamed) return seed;
  try {
    return byApi(typeof seed === 'string' ? await readSeedFile(seed) : seed, chosen);
  } catch (error) {
    const names = ['empty', ...Object.keys(seeds), 'demo:<number>'];
    const hint = suggestName(String(seed), names);
    throw new RangeError(
      `Unknown seed "${String(seed)}". Named seeds are ${names.join(', ')}. As a file, ${toMessage(error)}${hint}`,
      { cause: error },
    );
  }
}

/**
 * Returns whether an API is inferred from its description, in which case its seeds contain records of its collections.
 */
export function isInferredApi({ seeds = {} }: ApiDefinition): boolean {
  return isObject(seeds['demo']) && !(seeds['demo'] instanceof URL);
}

function byApi(data: SeedData, chosen: readonly ApiDefinition[]): SeedData {
  const [only, ...others] = chosen.filter(isInferredApi);
  const isByApi = isSnapshotFile(data) || Object.keys(data).some((name) => chosen.some((api) => api.name === name));
  return only === undefined || others.length > 0 || isByApi ? data : { [only.name]: data };
}

/** Reads a seed file: JSON, YAML, or CSV with records of the collection after which the file is named. */
export async function readSeedFile(path: string): Promise<SeedData> {
  try {
    const isJson = extname(path) === '.json';
    if (!isJson && (await stat(path)).size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    if (extname(path) === '.csv') return { [basename(path, '.csv')]: readCsv(path, await readFile(path, 'utf8')) };
    const data: unknown = isJson ? parseJson(await readFile(path, 'utf8')) : await loadYaml(path);
    if (!isObject(data)) throw new Error('it must contain an object keyed by API, or a snapshot');
    // The file is read again with positions, because errors need the line numbers of its records.
    const isSmall = isJson && !isSnapshotFile(data) && (await stat(path)).size <= mostBytes;
    const located = isSmall ? await loadYaml(path) : data;
    return isObject(located) ? located : data;
  } catch (error) {
    throw new RangeError(`it cannot be read: ${toMessage(error)}`, { cause: error });
  }
}

/**
 * Reads the records of a CSV file (RFC 4180), whose first line contains the member names. A name with dots denotes a
 * nested member. Empty fields are omitted. Values are converted to numbers and booleans if converting them back gives
 * the same text.
 *
 * @throws Error for a missing name, a line with more fields, or an open quote
 */
function readCsv(file: string, text: string): Record<string, unknown>[] {
  const [head, ...rows] = rowsOf(text.replace(/^\uFEFF/, ''));
  const names = head?.fields ?? [];
  const wrong = names.find((name) => name === '' || name.split('.').includes('__proto__'));
  if (names.length === 0 || wrong !== undefined)
    throw new Error(`the first line must contain column names; found "${wrong ?? ''}"`);
  const records = rows.map(({ fields, line }) => {
    if (fields.length > names.length)
      throw new Error(`line ${line} has ${fields.length} fields, but the first line has ${names.length} column names`);
    const record: Record<string, unknown> = {};
    for (const [index, field] of fields.entries())
      if (field !== '') set(record, (names[index] ?? '').split('.'), scalarOf(field));
    setSource(record, { file, line, keyLines: new Map(names.map((name) => [name.split('.')[0] ?? name, line])) });
    return record;
  });
  setSource(records, { file, line: 1, keyLines: new Map(rows.map(({ line }, index) => [String(index), line])) });
  return records;
}

function rowsOf(text: string): { fields: string[]; line: number }[] {
  const rows: { fields: string[]; line: number }[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y;
  let [line, fields, first]: [number, string[], number] = [1, [], 1];
  while (field.lastIndex < text.length) {
    const start = field.lastIndex;
    const found = field.exec(text);
    if (found === null) throw new Error(`line ${line} has an unclosed or misplaced quote`);
    const [all, quoted, plain = '', end] = found;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += all.split(/\r?\n|\r/).length - 1;
    const isLast = end !== ',' || field.lastIndex >= text.length;
    if (end === ',' && isLast) fields.push('');
    if (isLast) {
      if (fields.some((each) => each !== '')) rows.push({ fields, line: first });
      [fields, first] = [[], line];
    }
    if (field.lastIndex === start) break;
  }
  return rows;
}

function set(record: Record<string, unknown>, [name = '', ...deeper]: readonly string[], value: unknown): void {
  if (deeper.length === 0) record[name] = value;
  else {
    const inner = Object.hasOwn(record, name) && isObject(record[name]) ? record[name] : {};
    record[name] = inner;
    set(inner, deeper, value);
  }
}

function scalarOf(field: string): unknown {
  if (field === 'true' || field === 'false') return field === 'true';
  return String(Number(field)) === field && Number.isFinite(Number(field)) ? Number(field) : field;
}
