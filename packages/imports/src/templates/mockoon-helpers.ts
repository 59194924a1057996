import { formatDate, shiftDate } from './format-date.js';
import {
  compute,
  costlySteps,
  type HelperCall,
  itemData,
  pick,
  randomInteger,
  randomUuid,
  remember,
  type TemplateHelper,
  type TemplateState,
} from './helper-call.js';
import { readPath, SafeText, toNumber, toPlain, toText } from './template-values.js';
import { selectJson } from './wiremock-helpers.js';

const defaultFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSxxx";

/** Reads a path or a JSONPath in a value, with a default. */
function select(value: unknown, path: unknown, or: unknown): unknown {
  const text = toText(path);
  const found = text.startsWith('$') ? selectJson(value, text) : readPath(value, text);
  return found ?? toPlain(or) ?? '';
}

const shown = (value: unknown, isQuoted: unknown): SafeText =>
  new SafeText(typeof value === 'object' || isQuoted === true ? JSON.stringify(value) : toText(value));

const bucketOf = ({ data }: TemplateState, name: unknown): unknown => {
  const wanted = toText(name).toLowerCase();
  const names = Object.keys(data);
  const found =
    names.find((each) => each === toText(name)) ?? names.find((each) => each.toLowerCase().includes(wanted));
  return found === undefined ? undefined : data[found];
};

const fake =
  (name: string): TemplateHelper =>
  ({ args, state }) =>
    state.fake(name, args.map(toPlain));
const fold = (reduce: (one: number, other: number) => number): TemplateHelper =>
  compute((...args) => args.map(toNumber).reduce(reduce));
const text = (change: (text: string, ...rest: readonly unknown[]) => unknown): TemplateHelper =>
  compute((value, ...rest) => change(toText(value), ...rest));
const optional = (value: unknown): number | undefined => (value === undefined ? undefined : toNumber(value));
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns a random instant between two others, formatted. */
function between({ state }: HelperCall, [from, to]: readonly [Date, Date], format: string | undefined): string {
  const date = new Date(from.getTime() + state.random() * (to.getTime() - from.getTime()));
  return format === undefined ? date.toString() : formatDate(date, format);
}

const shuffled = (state: TemplateState, list: readonly unknown[]): unknown[] =>
  list
    .map((item) => [state.random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);

export const mockoonHelpers: Readonly<Record<string, TemplateHelper>> = {
  body: ({ args: [path, or, isQuoted], state: { request } }) =>
    toText(path) === '' ? new SafeText(request.text) : shown(select(request.body, path, or), isQuoted),
  bodyRaw: ({ args: [path, or], state: { request } }) =>
    toText(path) === '' ? (request.body ?? toPlain(or)) : select(request.body, path, or),
  queryParam: ({ args: [path, or, isQuoted], state }) => shown(select(state.request.query, path, or), isQuoted),
  queryParamRaw: ({ args: [path, or], state }) => select(state.request.query, path, or),
  queryParams: ({ state }) => state.request.query,
  urlParam: ({ args, state }) => state.request.parameters[toText(args[0])],
  urlParams: ({ state }) => state.request.parameters,
  header: ({ args: [name, or], state }) => state.request.headers[toText(name).toLowerCase()] || toText(or),
  headers: ({ state }) => state.request.headers,
  cookie: ({ args: [name, or], state }) => state.request.cookies[toText(name)] || toText(or),
  method: ({ state }) => state.request.method,
  ip: () => '127.0.0.1',
  hostname: ({ state }) => new URL(state.request.origin).hostname,
  baseUrl: ({ state }) => state.request.origin,
  status: ({ args, state }) => {
    state.status = toNumber(args[0]);
    return '';
  },
  data: ({ args: [name, path, or], state }) => shown(select(bucketOf(state, name), path, or), false),
  dataRaw: ({ args: [name, path, or], state }) => select(bucketOf(state, name), path, or),
  repeat: ({ args: [least, most], hash, block, context, data, state, step }) => {
    const count = most === undefined ? toNumber(least) : randomInteger(state, toNumber(least), toNumber(most));
    const parts: string[] = [];
    for (let index = 0; index < count; index += 1) {
      step();
      const part = block?.fn(context, new Map([...data, ...itemData(index, count, index)])) ?? '';
      const trimmed = part.trimEnd().replace(/,$/, '');
      parts.push(hash.get('comma') === false ? part : `${trimmed}${index < count - 1 ? ',' : ''}\n`);
    }
    return parts.join('');
  },
  switch: ({ args: [value], block, context, state }) => {
    const before = [state.variables.get(':switch'), state.variables.get(':found')];
    state.variables.set(':switch', toPlain(value)).set(':found', false);
    const filled = block?.fn(context);
    state.variables.set(':switch', before[0]).set(':found', before[1]);
    return filled;
  },
  case: ({ args: [value], block, context, state: { variables } }) => {
    if (variables.get(':found') === true || toPlain(value) !== variables.get(':switch')) return '';
    variables.set(':found', true);
    return block?.fn(context);
  },
  default: ({ block, context, state }) => (state.variables.get(':found') === true ? '' : block?.fn(context)),
  setVar: (call) => remember(call, call.args[0], call.args[1]),
  getVar: ({ args: [name], state }) => state.variables.get(toText(name)),
  now: ({ args: [format], state }) => formatDate(state.now, format === undefined ? defaultFormat : toText(format)),
  date: (call) => {
    const [from, to, format] = call.args;
    const range = [new Date(toText(from)), new Date(toText(to))] as const;
    return from === undefined || to === undefined
      ? ''
      : between(call, range, format === undefined ? undefined : toText(format));
  },
  time: (call) => {
    const [from = '00:00:00', to = '23:59:00', format = 'HH:mm'] = call.args;
    const range = [new Date(`1970-01-01T${toText(from)}Z`), new Date(`1970-01-01T${toText(to)}Z`)] as const;
    return between(call, range, toText(format));
  },
  dateFormat: compute((date, format) =>
    formatDate(date instanceof Date ? date : new Date(toText(date)), toText(format)),
  ),
  isValidDate: compute((date) => !Number.isNaN(new Date(toText(date)).getTime())),
  dateTimeShift: ({ hash, state }) => {
    const given = hash.get('date');
    const start = given === undefined ? state.now : new Date(toText(given));
    const units = [...hash].filter(([name]) => name !== 'date' && name !== 'format');
    const shifted = units.reduce((date, [unit, amount]) => shiftDate(date, toNumber(amount), unit), start);
    return formatDate(shifted, toText(hash.get('format') ?? defaultFormat));
  },
  faker: ({ args: [name, ...args], hash, state }) =>
    state.fake(toText(name), [...args.map(toPlain), ...(hash.size === 0 ? [] : [Object.fromEntries(hash)])]),
  int: ({ args: [least = 0, most = Number.MAX_SAFE_INTEGER], state }) =>
    randomInteger(state, toNumber(least), toNumber(most)),
  float: ({ args: [least = 0, most = 1], state }) =>
    toNumber(least) + state.random() * (toNumber(most) - toNumber(least)),
  boolean: ({ state }) => state.random() < 0.5,
  uuid: ({ state }) => randomUuid(state),
  guid: ({ state }) => randomUuid(state),
  objectId: fake('database.mongodbObjectId'),
  lorem: fake('lorem.sentence'),
  title: fake('person.prefix'),
  firstName: fake('person.firstName'),
  lastName: fake('person.lastName'),
  company: fake('company.name'),
  domain: fake('internet.domainName'),
  tld: fake('internet.domainSuffix'),
  email: fake('internet.email'),
  street: fake('location.streetAddress'),
  city: fake('location.city'),
  country: fake('location.country'),
  countryCode: fake('location.countryCode'),
  zipcode: fake('location.zipCode'),
  postcode: fake('location.zipCode'),
  lat: fake('location.latitude'),
  long: fake('location.longitude'),
  phone: fake('phone.number'),
  color: fake('color.human'),
  hexColor: fake('color.rgb'),
  ipv4: fake('internet.ipv4'),
  ipv6: fake('internet.ipv6'),
  oneOf: ({ args: [first, ...rest], state }) => pick(state, Array.isArray(first) ? first : [first, ...rest]),
  someOf: ({ args: [list, least, most, isQuoted], state }) => {
    const some = shuffled(state, listOf(list)).slice(0, randomInteger(state, toNumber(least), toNumber(most)));
    return isQuoted === true ? JSON.stringify(some) : some;
  },
  array: compute((...items) => items.map(toPlain)),
  object: ({ hash }) => Object.fromEntries(hash),
  objectMerge: compute((...all) => Object.assign({}, ...all)),
  objectPath: ({ args: [value, path, or] }) => select(value, path, or),
  jsonPath: ({ args: [value, path], step }) => {
    step(costlySteps);
    return selectJson(value, toText(path));
  },
  jsonParse: compute((value) => JSON.parse(toText(value))),
  stringify: compute((value) => {
    const plain = toPlain(value);
    return new SafeText(typeof plain === 'object' && plain !== null ? JSON.stringify(plain, null, 2) : toText(plain));
  }),
  eq: compute((one, other) => toPlain(one) === toPlain(other)),
  includes: text((value, part) => value.includes(toText(part))),
  indexOf: text((value, part, from) => value.indexOf(toText(part), optional(from))),
  len: compute((value) => (Array.isArray(value) ? value.length : toText(value).length)),
  concat: compute((first, ...rest) =>
    Array.isArray(first) ? first.concat(...rest) : [first, ...rest].map(toText).join(''),
  ),
  join: compute((list, separator = ', ') => (Array.isArray(list) ? list.map(toText).join(toText(separator)) : list)),
  split: text((value, separator = ' ') => value.split(toText(separator))),
  slice: compute((list, from, to) => listOf(list).slice(toNumber(from), optional(to))),
  reverse: compute((list) => [...listOf(list)].reverse()),
  sort: compute((list, order) => {
    const sorted = [...listOf(list)].sort((one, other) => (toText(one) < toText(other) ? -1 : 1));
    return order === 'desc' ? sorted.reverse() : sorted;
  }),
  substr: text((value, from = 0, length) => value.slice(toNumber(from)).slice(0, optional(length))),
  replace: text((value, from, to) => value.replace(toText(from), () => toText(to))),
  replaceAll: text((value, from, to) => value.replaceAll(toText(from), () => toText(to))),
  padStart: text((value, length, sign = ' ') => value.padStart(Math.min(toNumber(length), 10_000), toText(sign))),
  padEnd: text((value, length, sign = ' ') => value.padEnd(Math.min(toNumber(length), 10_000), toText(sign))),
  lowercase: text((value) => value.toLowerCase()),
  uppercase: text((value) => value.toUpperCase()),
  newline: () => '\n',
  base64: ({ args: [value], block, context }) =>
    Buffer.from(block === undefined ? toText(value) : block.fn(context)).toString('base64'),
  base64Decode: text((value) => Buffer.from(value, 'base64').toString()),
  parseInt: text((value) => {
    const number = Number.parseInt(value, 10);
    return Number.isNaN(number) ? '' : number;
  }),
  add: fold((one, other) => one + other),
  subtract: fold((one, other) => one - other),
  multiply: fold((one, other) => one * other),
  divide: fold((one, other) => one / other),
  modulo: fold((one, other) => one % other),
  ceil: compute((value) => Math.ceil(toNumber(value))),
  floor: compute((value) => Math.floor(toNumber(value))),
  round: compute((value) => Math.round(toNumber(value))),
  toFixed: compute((value, length) => (toNumber(value) || 0).toFixed(Math.min(toNumber(length) || 0, 20))),
};
