import { compilePattern, matchesPattern, queryJson } from '@understudy/contract';
import { formatDate, shiftDate } from './format-date.js';
import {
  compute,
  condition,
  costlySteps,
  type HelperCall,
  pick,
  randomInteger,
  randomText,
  randomUuid,
  remember,
  type TemplateHelper,
} from './helper-call.js';
import { isTruthy, readMember, toNumber, toPlain, toText } from './template-values.js';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const alphabets: Readonly<Record<string, string>> = {
  ALPHANUMERIC: lower + digits,
  ALPHABETIC: lower,
  NUMERIC: digits,
  HEXADECIMAL: `${digits}abcdef`,
  ALPHANUMERIC_AND_SYMBOLS: `${lower}${lower.toUpperCase()}${digits}!#$%&()*+,-./:;=?@[]^_{|}~`,
};

const own = (hash: HelperCall['hash'], name: string, or: unknown = ''): string => toText(hash.get(name) ?? or);
const bound = (hash: HelperCall['hash'], name: string, or: number): number => toNumber(hash.get(name) ?? or);

/** Formats an instant, shifted by an `offset` such as `3 days`, in the given `format` and `timezone`. */
function showDate(date: Date, hash: HelperCall['hash']): string {
  const [, amount = '0', unit = 'days'] = /^(-?\d+)\s*([A-Za-z_]\w*)$/.exec(own(hash, 'offset').trim()) ?? [];
  const shifted = shiftDate(date, Number(amount), unit);
  const format = own(hash, 'format', "yyyy-MM-dd'T'HH:mm:ss'Z'");
  if (format === 'epoch') return String(shifted.getTime());
  if (format === 'unix') return String(Math.floor(shifted.getTime() / 1000));
  return formatDate(shifted, format, own(hash, 'timezone', 'UTC'));
}

const toDate = (value: unknown): Date => (value instanceof Date ? value : new Date(toText(value)));

/** Queries a JSON string or value with JSONPath. A path to a single value returns that value. */
export function selectJson(value: unknown, path: string): unknown {
  const plain = toPlain(value);
  const found = queryJson(path, typeof plain === 'string' ? parseOrNull(plain) : plain, 20_000).map(
    (each) => each.value,
  );
  const isList = /\.\.|\*|\[\?|,|\[[^[\]'"]*:/.test(path);
  return isList ? found : found[0];
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const operations: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '%': (one, other) => one % other,
};

const text =
  (change: (text: string) => string): TemplateHelper =>
  ({ args, block, context }) =>
    change(toText(block === undefined ? args[0] : block.fn(context)));

export const wiremockHelpers: Readonly<Record<string, TemplateHelper>> = {
  now: ({ hash, state }) => showDate(state.now, hash),
  date: ({ args, hash, state }) => showDate(args[0] === undefined ? state.now : toDate(args[0]), hash),
  parseDate: ({ args, hash }) =>
    new Date(
      own(hash, 'format') === 'unix'
        ? toNumber(args[0]) * 1000
        : own(hash, 'format') === 'epoch'
          ? toNumber(args[0])
          : toText(args[0]),
    ),
  randomValue: ({ hash, state }) => {
    const type = own(hash, 'type', 'ALPHANUMERIC');
    const value =
      type === 'UUID' ? randomUuid(state) : randomText(state, alphabets[type] ?? lower, bound(hash, 'length', 36));
    return hash.get('uppercase') === true ? value.toUpperCase() : value;
  },
  randomInt: ({ hash, state }) =>
    randomInteger(state, bound(hash, 'lower', 0), bound(hash, 'upper', 2_147_483_647) - 1),
  randomDecimal: ({ hash, state }) =>
    bound(hash, 'lower', 0) + state.random() * (bound(hash, 'upper', 1e6) - bound(hash, 'lower', 0)),
  pickRandom: ({ args, state }) => pick(state, args.flat()),
  random: ({ args, state }) => state.fake(toText(args[0])),
  jsonPath: ({ args: [value, path], hash, step }) => {
    step(costlySteps);
    return selectJson(value, toText(path)) ?? hash.get('default');
  },
  parseJson: (call) => {
    const { args, block, context } = call;
    const value = parseOrNull(toText(block === undefined ? args[0] : block.fn(context)));
    const name = block === undefined ? args[1] : args[0];
    return name === undefined ? value : remember(call, name, value);
  },
  toJson: compute((value) => JSON.stringify(toPlain(value))),
  assign: (call) => remember(call, call.args[0], call.block?.fn(call.context)),
  val: (call) => {
    const { args, hash } = call;
    const shown = toText(args[0]) === '' ? hash.get('or') : args[0];
    return hash.has('assign') ? remember(call, hash.get('assign'), shown) : shown;
  },
  eq: condition((one, other) => toText(one) === toText(other)),
  neq: condition((one, other) => toText(one) !== toText(other)),
  and: condition((...all) => all.every(isTruthy)),
  or: condition((...all) => all.some(isTruthy)),
  not: condition((value) => !isTruthy(value)),
  contains: condition((value, part) =>
    Array.isArray(value) ? value.some((each) => toText(each) === toText(part)) : toText(value).includes(toText(part)),
  ),
  matches: (call) => {
    call.step(costlySteps);
    return condition((value, pattern) => matchesPattern(`^(?:${toText(pattern)})$`, toText(value)))(call);
  },
  regexExtract: (call) => {
    const { args, hash, step } = call;
    const [value, pattern, name] = args.map(toText);
    step(costlySteps);
    // This search has a time limit. If it matches in time, so does the one below.
    if (!matchesPattern(pattern ?? '', value ?? '')) return hash.get('default') ?? '';
    const found = compilePattern(pattern ?? '').exec(value ?? '') ?? [];
    return name === undefined ? found[0] : remember(call, name, found.slice(1));
  },
  size: compute((value) => {
    const plain = toPlain(value);
    return typeof plain === 'object' && plain !== null ? Object.keys(plain).length : toText(plain).length;
  }),
  math: compute((one, sign, other) => operations[toText(sign)]?.(toNumber(one), toNumber(other))),
  array: compute((...items) => items),
  range: ({ args: [from, to], step }) => {
    const length = Math.max(0, Math.floor(toNumber(to) - toNumber(from) + 1));
    for (let taken = 0; taken < length; taken += 1) step();
    return Array.from({ length }, (_, index) => toNumber(from) + index);
  },
  join: compute((...args) =>
    args
      .flat()
      .slice(0, -1)
      .map(toText)
      .join(toText(args.at(-1))),
  ),
  split: compute((value, separator) => toText(value).split(toText(separator))),
  lookup: compute((value, name) => readMember(value, toText(name))),
  trim: text((value) => value.trim()),
  lower: text((value) => value.toLowerCase()),
  upper: text((value) => value.toUpperCase()),
  capitalizeFirst: text((value) => value.charAt(0).toUpperCase() + value.slice(1)),
  replace: compute((value, from, to) => toText(value).replaceAll(toText(from), toText(to))),
  substring: compute((value, from, to) =>
    toText(value).slice(toNumber(from), to === undefined ? undefined : toNumber(to)),
  ),
  defaultIfEmpty: compute((value, or) => (toText(value) === '' ? or : value)),
  base64: ({ args, hash, block, context }) => {
    const given = toText(block === undefined ? args[0] : block.fn(context));
    return hash.get('decode') === true
      ? Buffer.from(given, 'base64').toString()
      : Buffer.from(given).toString('base64');
  },
  urlEncode: ({ args, hash, block, context }) => {
    const given = toText(block === undefined ? args[0] : block.fn(context));
    return hash.get('decode') === true ? decodeURIComponent(given) : encodeURIComponent(given);
  },
  formData: (call) => remember(call, call.args[1], Object.fromEntries(new URLSearchParams(toText(call.args[0])))),
  hostname: ({ state }) => new URL(state.request.origin).hostname,
};
