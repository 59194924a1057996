import { isObject, sizeFinding } from '@understudy/contract';
import { parse } from 'yaml';
import { ForeignObject } from './foreign-object.js';
import { ImportError } from './import-error.js';
import type { Imported, Omission } from './imported.js';
import { readBruno } from './read-bruno.js';
import { readCurl } from './read-curl.js';
import { readInsomnia4, readInsomnia5 } from './read-insomnia.js';
import { readMockoon } from './read-mockoon.js';
import { readMockserver } from './read-mockserver.js';
import { readPact } from './read-pact.js';
import { readPostman, readPostmanEnvironment } from './read-postman.js';
import { type BodyFiles, readWiremock } from './read-wiremock.js';

/** Members of an object and values of a file, calls and stubs, and characters of YAML, which takes long to parse. */
const limits = { members: 20_000, values: 2_000_000, parts: 5000, yaml: 4 * 1024 * 1024 };

interface Format {
  readonly name: string;
  fits(value: Readonly<Record<string, unknown>>): boolean;
  /** A text says why the format is refused. */
  readonly read: string | ((file: ForeignObject, files: BodyFiles) => void);
}

const isList = Array.isArray;
/** The first format whose fields a file has. */
const formats: readonly Format[] = [
  {
    name: 'HTTP archive',
    fits: ({ log }) => isList(Object(log).entries),
    read: 'understudy learn makes a simulator of it, understudy record-scenario a scenario',
  },
  {
    name: 'OpenAPI description',
    fits: ({ openapi, swagger }) => (openapi ?? swagger) !== undefined,
    read: 'pass it to understudy start, which also serves its examples',
  },
  { name: 'Postman collection', fits: ({ info, item }) => isObject(info) && isList(item), read: readPostman },
  {
    name: 'Postman collection',
    fits: ({ collection }) => isList(Object(collection).item),
    read: (file) => readPostman(file.object('collection')),
  },
  {
    name: 'Postman collection of version 1',
    fits: ({ requests, order }) => isList(requests) && isList(order),
    read: 'export it as version 2.1',
  },
  {
    name: 'Postman environment',
    fits: ({ values, name, id }) => isList(values) && (name ?? id) !== undefined,
    read: readPostmanEnvironment,
  },
  {
    name: 'Insomnia collection',
    fits: ({ type }) => /^collection\.insomnia\.rest\/5/.test(String(type)),
    read: readInsomnia5,
  },
  {
    name: 'Insomnia export',
    fits: ({ resources, __export_format: version }) => isList(resources) && version === 4,
    read: readInsomnia4,
  },
  {
    name: 'Insomnia export of another version than 4 and 5',
    fits: ({ __export_format: version, type }) => version !== undefined || /insomnia\.rest/.test(String(type)),
    read: 'export it again',
  },
  {
    name: 'Mockoon environment',
    fits: ({ routes, endpointPrefix, lastMigration }) =>
      isList(routes) && (endpointPrefix ?? lastMigration) !== undefined,
    read: readMockoon,
  },
  {
    name: 'Pact file',
    fits: ({ consumer, provider, interactions, messages }) =>
      isObject(consumer) && isObject(provider) && (isList(interactions) || isList(messages)),
    read: readPact,
  },
  { name: 'MockServer expectations', fits: ({ httpRequest }) => isObject(httpRequest), read: readMockserver },
  { name: 'WireMock mappings', fits: ({ mappings }) => isList(mappings), read: readWiremock },
  {
    name: 'WireMock mappings',
    fits: ({ request, response }) => isObject(request) && isObject(response),
    read: readWiremock,
  },
];

/**
 * Reads the calls and stubs of foreign files, whose formats are recognized by their content.
 *
 * @param files bytes by relative path. Files that others name, such as bodies, are only read from here
 * @param omissions of the files so far
 * @throws ImportError when no file has a known format, or there is too much in them
 */
export function readImport(files: ReadonlyMap<string, Uint8Array>, omissions: Omission[]): Imported {
  const into: Imported = { formats: new Set(), title: '', variables: [], calls: [], stubs: [], omissions };
  const bodies: BodyFiles = (name) => {
    const clean = name.replace(/^(?:\.?\/)+/, '');
    return [...files].find(([path]) => path === clean || `/${path}`.endsWith(`/__files/${clean}`))?.[1];
  };
  const bruno = new Map<string, string>();
  for (const [name, bytes] of files) {
    const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
    if (name.endsWith('.bru')) bruno.set(name, text);
    else if (!/(?:^|\/)__files\/|(?:^|\/)bruno\.json$/.test(name))
      readFile({ name, text, bodies, isAlone: files.size === 1 }, into);
  }
  if (bruno.size > 0) {
    into.formats.add('Bruno collection');
    readBruno(bruno, into);
  }
  if (into.formats.size === 0) throw new ImportError(`No file has a known format: ${expected}`);
  const count = into.calls.length + into.stubs.length;
  if (count > limits.parts)
    throw new ImportError(`There are ${count} requests and stubs; ${limits.parts} are allowed. Import a part of them`);
  into.stubs.sort((one, other) => one.priority - other.priority);
  return into;
}

const supported = [...new Set(formats.filter(({ read }) => typeof read !== 'string').map(({ name }) => name))];
const expected = `expected ${supported.join(', ')}, Bruno files or curl commands`;

interface NamedText {
  readonly name: string;
  readonly text: string;
  readonly bodies: BodyFiles;
  /** The only file must have a known format. */
  readonly isAlone: boolean;
}

function readFile({ name, text, bodies, isAlone }: NamedText, into: Imported): void {
  const value = parseText(name, text);
  const finding = sizeFinding(value, limits);
  if (finding !== undefined) throw new ImportError(`${name}: ${finding.message}`);
  const list: unknown[] = isList(value) ? value : [value];
  const format = formats.find(({ fits }) => list.length > 0 && list.every((item) => isObject(item) && fits(item)));
  const what = isAlone || format !== undefined ? `${name} is a ${format?.name}` : name;
  if (typeof format?.read === 'string') throw new ImportError(`${what}; ${format.read}`);
  if (format !== undefined) {
    into.formats.add(format.name);
    for (const [index, item] of list.entries())
      format.read(new ForeignObject(item, list.length > 1 ? `${name}[${index}]` : name, into), bodies);
  } else if (value === undefined && /(?:^|[\s;|&$/])curl(?:\.exe)?\s/.test(text)) {
    into.formats.add('curl commands');
    readCurl(text, name, into);
  } else if (isAlone) throw new ImportError(`${name} has no known format: ${expected}`);
  else into.omissions.push({ place: name, what: 'has no known format' });
}

/** JSON, or YAML if it looks like it; undefined for another text. */
function parseText(name: string, text: string): unknown {
  const isJson = /^\s*[[{]/.test(text);
  const isYaml = /^(?:#.*\n|---\s*\n|\s)*["']?[\w$.-]+["']?\s*:(?:\s|$)/.test(text.slice(0, 5000));
  if (!isJson && !isYaml) return undefined;
  if (!isJson && text.length > limits.yaml)
    throw new ImportError(`${name} has more than ${limits.yaml} characters of YAML`);
  try {
    return isJson ? JSON.parse(text) : parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new ImportError(`${name} is not valid: ${error instanceof Error ? error.message : String(error)}`);
  }
}
