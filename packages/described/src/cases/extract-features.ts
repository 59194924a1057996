import { decodeBody, type Finding, isIntegral, isJsonNumber, isObject } from '@understudy/contract';
import { isScope, type KnownValueLookup } from './known-value.js';
import { isSecretPosition, toKeyText, type ValuesByPosition, valuesByPosition } from './message.js';

interface Circumstances {
  /** Positions of values that earlier exchanges can have contained. */
  readonly remembers: readonly string[];
  readonly recall: KnownValueLookup;
  /** Milliseconds of the clock. */
  readonly now: number;
  readonly findings: readonly Finding[];
}

/** Ages and numbers of reads that conditions can name. */
const seconds = [1, 2, 5, 10, 30, 60, 300, 900, 3600, 86_400];
const reads = [1, 2, 3, 5, 10];

/** A signed token (RFC 7519), or the replacement of one, with its claims. */
const signedToken = /^(?:eyJ[\w-]+\.([\w-]+)\.[\w-]+|redacted-\d+\.jwt\.([\w-]+))$/;

/** Statements about the claims of a token that decide about access. */
function claimsOf(token: string, now: number): string[] {
  const [, own, replaced = own] = signedToken.exec(token.slice(0, 8000)) ?? [];
  if (replaced === undefined) return [];
  const decoded = decodeBody(Buffer.from(replaced, 'base64url'), 'application/json');
  const claims: Readonly<Record<string, unknown>> = 'value' in decoded ? Object(decoded.value) : {};
  const named = ['iss', 'aud', 'scope'].flatMap((name) =>
    typeof claims[name] === 'string' ? [`claims ${name} = ${claims[name].slice(0, 100)}`] : [],
  );
  return Number(claims['exp']) * 1000 < now ? [...named, 'claims to be expired'] : named;
}

const forms: Readonly<Record<string, RegExp>> = {
  'an empty text': /^$/,
  digits: /^\d+$/,
  'a UUID': /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  'a signed token': signedToken,
  'a date': /^\d{4}-\d\d-\d\d$/,
  'an instant': /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
  'an address': /^[a-z][a-z0-9+.-]*:\/\//i,
  long: /^.{101}/s,
};

/**
 * Extracts the statements that hold for a request, such as `body.name is present` or `path.id after cancelOrder`. The
 * conditions of cases are such statements.
 */
export function extractFeatures(
  request: ValuesByPosition,
  { remembers, recall, now, findings }: Circumstances,
): Set<string> {
  const features = new Set<string>();
  if (findings.length > 0) features.add('request is invalid');
  for (const { pointer, ruleId } of findings) {
    const position = pointer
      .slice(1)
      .replace(/^headers\//, 'header/')
      .replace(/\/\d+(?=\/|$)/g, '/*')
      .replaceAll('/', '.');
    features.add(`${position} breaks ${ruleId}`);
  }
  for (const [position, values] of request) {
    features.add(`${position} is present`);
    for (const value of values) {
      features.add(`${position} is ${kindOf(value)}`);
      if ((Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0))
        features.add(`${position} is empty`);
      if (isJsonNumber(value))
        features.add(`${position} is ${Number(value) < 0 ? 'negative' : Number(value) > 0 ? 'positive' : 'zero'}`);
      if (!isScalar(value)) continue;
      for (const [form, pattern] of Object.entries(forms))
        if (pattern.test(String(value))) features.add(`${position} is ${form}`);
      for (const claim of isSecretPosition(position) ? claimsOf(String(value), now) : [])
        features.add(`${position} ${claim}`);
      if (String(value).length <= 60 && !isSecretPosition(position)) features.add(`${position} = ${value}`);
    }
  }
  // A part of a body can refer to another part.
  const named = new Map<unknown, number>();
  for (const position of remembers)
    for (const value of position.startsWith('body.') ? new Set(request.get(position)) : [])
      named.set(value, (named.get(value) ?? 0) + 1);
  for (const position of remembers) {
    if (position.startsWith('response')) continue;
    for (const value of request.get(position) ?? []) {
      const key = toKeyText(value);
      const known = key === undefined ? undefined : recall(key);
      if (known === undefined) {
        features.add(`${position} is ${(named.get(value) ?? 0) > 1 ? 'known' : 'unknown'}`);
        continue;
      }
      features.add(`${position} is known`);
      for (const [scope, [value]] of request)
        if (
          scope !== position &&
          isScope(scope) &&
          recall(String(value))?.isMade !== true &&
          known.scopes[scope]?.includes(String(value)) !== true
        )
          features.add(`${position} is new to ${scope}`);
      // Lists name many values, and credentials belong to no entity.
      if (position.startsWith('body') || isSecretPosition(position) || (isScope(position) && !known.isMade)) continue;
      features.add(`${position} from ${known.from}`);
      features.add(`${position} after ${known.after}`);
      for (const age of seconds) if (now - known.at >= age * 1000) features.add(`${position} older than ${age} s`);
      for (const count of reads) if (known.reads >= count) features.add(`${position} read ${count} times`);
      for (const [name, [field]] of [
        ...valuesByPosition({ body: known.sent }, 'sent'),
        ...valuesByPosition({ body: known.answered }, 'answered'),
      ])
        if (!isSecretPosition(name))
          features.add(`${position} has ${name}${isScalar(field) && String(field).length <= 40 ? ` = ${field}` : ''}`);
    }
  }
  return features;
}

/** Returns whether a condition holds. A part counts as missing unless a statement declares it present. */
export function conditionHolds(condition: string, features: ReadonlySet<string>): boolean {
  const [, position] = /^(.*) is missing$/.exec(condition) ?? [];
  return position === undefined ? features.has(condition) : !features.has(`${position} is present`);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || isJsonNumber(value) || typeof value === 'boolean';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isJsonNumber(value)) return isIntegral(value) ? 'an integer' : 'a number';
  return { string: 'a text', number: 'a number', boolean: 'a boolean' }[typeof value as string] ?? 'an object';
}
