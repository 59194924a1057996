import { createFaker, loadFaker } from '@understudy/described';
import type { TemplateInput } from '@understudy/kernel/serving';
import type { TemplateState } from './helper-call.js';
import { renderTemplate } from './render-template.js';
import { TextWithMembers, toText } from './template-values.js';

/**
 * Fills the body and the headers of a rule.
 *
 * @returns the filled body and headers, and the status if the template sets one
 * @throws Error if the template is invalid or takes too many steps
 */
export async function fillResponse(
  input: TemplateInput,
): Promise<{ readonly texts: readonly string[]; readonly status?: number }> {
  const { template, texts, random, now } = input;
  await loadFaker(['en']);
  const faker = createFaker('en', random, now);
  const request = readRequest(input);
  const state: TemplateState = {
    ...{ language: template.language, request, now, random, data: template.data ?? {}, variables: new Map() },
    root: rootOf(input, request),
    fake: (name, args = []) => callFaker(faker, name, args),
  };
  const filled = texts.map((text) => (text.includes('{{') ? renderTemplate(text, state) : text));
  return state.status === undefined ? { texts: filled } : { texts: filled, status: state.status };
}

type TemplateRequest = TemplateState['request'];

function readRequest({ request: given, origin }: TemplateInput): TemplateRequest {
  const { method, path, url, text } = given.request;
  const search = new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '');
  const query = [...new Set(search.keys())].map((name) => {
    const values = search.getAll(name);
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  const cookies = (given.headers['cookie'] ?? '').split(/;\s*/).flatMap((pair): [string, string][] => {
    const [name = '', value] = pair.split(/=(.*)/s);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...{ method, path, url, text, body: given.body, origin, parameters: given.path, headers: given.headers },
    query: Object.fromEntries(query),
    cookies: Object.fromEntries(cookies),
  };
}

/** The outermost `this` of a language. */
function rootOf({ template }: TemplateInput, request: TemplateRequest): unknown {
  const { method, path, url, text, origin, parameters, query, headers, cookies } = request;
  if (template.language === 'mockoon') return {};
  const lists = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value].flat()]));
  const common = { method, path, body: text, headers: lists(headers), cookies };
  if (template.language === 'mockserver') {
    return { request: { ...common, pathParameters: lists(parameters), queryStringParameters: lists(query) } };
  }
  const several = (value: unknown): TextWithMembers => {
    const list = [value].flat();
    return new TextWithMembers(
      toText(list[0]),
      list.map((each, index) => [String(index), each]),
    );
  };
  const { host, hostname, port, protocol } = new URL(origin);
  const segments = path
    .split('/')
    .slice(1)
    .map((each, index) => [String(index), each] as const);
  const shown = new TextWithMembers(path, [...segments, ...Object.entries(parameters)]);
  const named = (values: Readonly<Record<string, unknown>>, ignoresCase = false) =>
    new TextWithMembers(
      '',
      Object.entries(values).map(([name, value]) => [name, several(value)] as const),
      ignoresCase,
    );
  return {
    parameters: template.data ?? {},
    request: {
      ...{ method, url, path: shown, pathSegments: shown, body: text, baseUrl: origin, host: hostname },
      ...{ scheme: protocol.slice(0, -1), port: port || (host === hostname ? '80' : ''), clientIp: '127.0.0.1' },
      ...{ query: named(query), headers: named(headers, true), cookies: named(cookies) },
      bodyAsBase64: Buffer.from(text).toString('base64'),
    },
  };
}

/** The faker modules that a template can call. The others evaluate strings or build values of unlimited size. */
const modules = new Set(
  'airline animal book color commerce company database datatype date finance food git hacker image internet location lorem music number person phone science string system vehicle word'.split(
    ' ',
  ),
);
/** Modules with functions that take a length as a number. */
const sized = new Set(['string', 'lorem', 'word', 'internet', 'finance', 'image']);
/** Former names of modules. */
const renamed: Readonly<Record<string, string>> = { name: 'person', address: 'location' };
const longest = 1000;

/** Calls a faker function by its own name, such as `person.firstName`, or by WireMock's, such as `Name.first_name`. */
function callFaker(faker: unknown, name: string, args: readonly unknown[]): unknown {
  const [first = '', last = ''] = name.split('.');
  const lower = first.toLowerCase();
  const module = renamed[lower] ?? lower;
  const method = last.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const holder = modules.has(module) ? own(faker, module) : undefined;
  const generate = /^[a-z][A-Za-z0-9]*$/.test(method) && method !== 'constructor' ? own(holder, method) : undefined;
  if (typeof generate !== 'function') throw new Error(`faker has no function ${name.slice(0, 80)}`);
  const given = args.map((value) => readArgument(value, sized.has(module)));
  const value: unknown = Reflect.apply(generate, holder, given);
  return value instanceof Date ? value.toString() : value;
}

/** Reads an argument: a number, string, boolean, or an object of these, which can be written as JSON. */
function readArgument(value: unknown, isSized: boolean): unknown {
  const plain: unknown = typeof value === 'string' && /^\{.*\}$/s.test(value) ? JSON.parse(value) : value;
  const texts = JSON.stringify(plain) ?? '';
  const numbers = texts.match(/\d+(?:\.\d+)?(?:e\+?\d+)?/gi)?.map(Number) ?? [];
  if (texts.length > longest || (isSized && numbers.some((each) => each > longest)))
    throw new Error(`an argument of faker is larger than ${longest}`);
  return plain;
}

function own(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null && name in holder ? Reflect.get(holder, name) : undefined;
}
