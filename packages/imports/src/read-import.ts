import { describeParseError } from '@understudy/conformance';
import { checkSize, insertExactScalars, isObject, membersOf, parseJson } from '@understudy/contract';
import { parseDocument } from 'yaml';
import { ForeignObject } from './foreign-object.js';
import type { ImportOmission, ImportResult } from './imported.js';
import { ImportBudget, ImportError } from './imported.js';
import { readBruno, readBrunoSettings } from './read-bruno.js';
import { readCurl } from './read-curl.js';
import { readInsomnia4, readInsomnia5 } from './read-insomnia.js';
import { readMockoon } from './read-mockoon.js';
import { readMockserver } from './read-mockserver.js';
import { readPact } from './read-pact.js';
import { readPostman, readPostmanEnvironment } from './read-postman.js';
import { readWiremock } from './read-wiremock.js';
import type { BodyFileReader } from './stub-draft.js';

/** Limits: members per object, and values per file. */
const limits = { members: 20_000, values: 2_000_000 };

type Fits = (value: Readonly<Record<string, unknown>>) => boolean;
/** A function that reads a file, or the reason why the format is rejected. */
type Read = string | ((file: ForeignObject, files: BodyFileReader) => void);

const isList = Array.isArray;
const readWrappedPostman: Read = (file) => readPostman(file.object('collection'));
const toNewerPostman = 'export it as version 2.1';
/** The known formats. A file is read in the first format whose fields it contains. */
const formats: readonly (readonly [name: string, fits: Fits, read: Read])[] = [
  ['HTTP archive', ({ log }) => isList(membersOf(log).entries), 'use understudy learn instead'],
  ['OpenAPI description', ({ openapi, swagger }) => Boolean(openapi ?? swagger), 'pass it to understudy start'],
  ['Postman collection', ({ info, item }) => isObject(info) && isList(item), readPostman],
  ['Postman collection', ({ collection }) => isList(membersOf(collection).item), readWrappedPostman],
  ['Postman collection of version 1', ({ requests, order }) => isList(requests) && isList(order), toNewerPostman],
  ['Postman environment', ({ values, name, id }) => isList(values) && Boolean(name ?? id), readPostmanEnvironment],
  ['Insomnia collection', ({ type }) => /^collection\.insomnia\.rest\/5/.test(String(type)), readInsomnia5],
  ['Insomnia export', ({ resources, __export_format: version }) => isList(resources) && version === 4, readInsomnia4],
  [
    'Insomnia export of a version other than 4 and 5',
    ({ __export_format: version, type }) => Boolean(version) || /insomnia\.rest/.test(String(type)),
    'export it again',
  ],
  [
    'Mockoon environment',
    ({ routes, endpointPrefix, lastMigration: version }) => isList(routes) && (endpointPrefix ?? version) !== undefined,
    readMockoon,
  ],
  [
    'Pact file',
    ({ consumer, provider, interactions, messages }) =>
      isObject(consumer) && isObject(provider) && isList(interactions ?? messages),
    readPact,
  ],
  ['MockServer expectations', ({ httpRequest }) => isObject(httpRequest), readMockserver],
  ['WireMock mappings', ({ mappings }) => isList(mappings), readWiremock],
  ['WireMock mappings', ({ request, response }) => isObject(request) && isObject(response), readWiremock],
];

/**
 * Reads the calls and stubs of foreign files. Recognizes the formats by content.
 *
 * @param files bytes by relative path. Files that other files refer to, such as bodies, are read only from here
 * @param omissions found so far
 * @throws ImportError if no file has a known format, or if a limit is exceeded
 */
export function readImport(files: ReadonlyMap<string, Uint8Array>, omissions: ImportOmission[]): ImportResult {
  const found = {
    variables: [],
    calls: [],
    stubs: [],
    records: new Map(),
    flows: new Map(),
    inputs: new Set<string>(),
    omissions,
  };
  const into: ImportResult = { formats: new Set(), title: '', ...found, budget: new ImportBudget() };
  const bodies: BodyFileReader = (name) => {
    const clean = name.replace(/^(?:\.?\/)+/, '');
    return [...files].find(([path]) => path === clean || `/${path}`.endsWith(`/__files/${clean}`))?.[1];
  };
  const bruno = new Map<string, string>();
  for (const [name, bytes] of files) {
    const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
    if (name.endsWith('.bru')) bruno.set(name, text);
    else if (/(?:^|\/)bruno\.json$/.test(name))
      readBrunoSettings(new ForeignObject(parseText(name, text, into), name, into));
    else if (!/(?:^|\/)__files\//.test(name)) readFile(name, text, files.size === 1, bodies, into);
  }
  if (bruno.size > 0) {
    into.formats.add('Bruno collection');
    readBruno(bruno, into);
  }
  if (into.formats.size === 0) throw new ImportError(`No file has a known format: ${expected}`);
  into.stubs.sort((one, other) => one.priority - other.priority);
  return into;
}

const supported = [...new Set(formats.flatMap(([name, , read]) => (typeof read === 'string' ? [] : [name])))];
const expected = `expected ${supported.join(', ')}, Bruno files or curl commands`;

/** @param isAlone whether this is the only file; its format must then be known */
function readFile(name: string, text: string, isAlone: boolean, bodies: BodyFileReader, into: ImportResult): void {
  const value = parseText(name, text, into);
  const finding = checkSize(value, limits);
  if (finding !== undefined) throw new ImportError(`${name}: ${finding.message}`);
  const list: unknown[] = isList(value) ? value : [value];
  const fits = formats.find(([, fit]) => list.length > 0 && list.every((item) => isObject(item) && fit(item)));
  const [format, read] = [fits?.[0] ?? '', fits?.[2]];
  if (typeof read === 'string') throw new ImportError(`${name} is this format: ${format}; ${read}`);
  if (read !== undefined) {
    into.formats.add(format);
    const places = list.map((_, index) => (list.length > 1 ? `${name}[${index}]` : name));
    for (const [index, item] of list.entries()) read(new ForeignObject(item, places[index] ?? name, into), bodies);
  } else if (value === undefined && /(?:^|[\s;|&$/])curl(?:\.exe)?\s/.test(text)) {
    into.formats.add('curl commands');
    readCurl(text, name, into);
  } else if (isAlone) throw new ImportError(`${name} has no known format: ${expected}`);
  else into.omissions.push({ place: name, what: 'has no known format' });
}

/** Parses JSON, or YAML if the text looks like it. Returns undefined for other text. */
function parseText(name: string, text: string, { budget }: ImportResult): unknown {
  const isJson = /^\s*[[{]/.test(text);
  const isYaml = /^(?:#.*\n|---[ \t]*\n|\s)*["']?[\w$.-]+["']?\s*:(?:\s|$)/.test(text.slice(0, 5000));
  if (!isJson && !isYaml) return undefined;
  if (!isJson) budget.spend('characters of YAML, Bruno and curl', text.length, name);
  try {
    return isJson ? parseJson(text) : parseYaml(text);
  } catch (error) {
    throw new ImportError(`${name} is not valid: ${describeParseError(error)}`);
  }
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text, { uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  insertExactScalars(text, document.contents);
  return document.toJS({ maxAliasCount: 100 });
}
