import { decodeBody, decodePercent, isObject } from '@understudy/contract';
import { monotonicNowMs } from '../wall-clock.js';
import type { FaultMatch } from './fault-rule.js';

export interface RequestFacts {
  readonly api: string;
  /** Undefined if no API describes the request. */
  readonly operationId: string | undefined;
  readonly tenantId: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The conditions that are true. */
  readonly conditions?: ReadonlySet<string>;
  /** Called if comparing the body with the rules takes too long. */
  readonly onTimeout: () => void;
}

const form = 'application/x-www-form-urlencoded';

/** Maximum size in bytes of a body that rules can match. Decoding a larger one would block other requests. */
export const maxRuleBodyBytes = 128 * 1024;

/** Time limit in milliseconds for matching all rules, because a client can set an expensive pattern. */
const timeoutMs = 50;

interface DecodedBody {
  readonly text: string;
  readonly value: unknown;
  readonly until: number;
}

const bodies = new WeakMap<RequestFacts, DecodedBody>();

export function matchesFault(match: FaultMatch, facts: RequestFacts): boolean {
  const { api, operationId, tenantId, method, path, headers = {}, query = {}, body } = match;
  const asked = Object.entries(query);
  const sent = asked.length === 0 ? undefined : new URLSearchParams(facts.query);
  return (
    (api === undefined || api === facts.api || facts.operationId === undefined) &&
    (operationId === undefined || operationId === facts.operationId) &&
    (tenantId === undefined || tenantId === facts.tenantId) &&
    (method === undefined || method === facts.method) &&
    (path === undefined || fitsPath(path, facts.path)) &&
    Object.entries(headers).every(([name, value]) => fitsOne(value, facts.headers[name.toLowerCase()])) &&
    asked.every(([name, value]) => {
      const given = sent?.getAll(name) ?? [];
      return given.length === 0 ? value === null : given.some((each) => fitsOne(value, each));
    }) &&
    (body === undefined || fitsBody(body, facts))
  );
}

function fitsOne(value: string | null, sent: string | undefined): boolean {
  if (value === null || sent === undefined) return value === null && sent === undefined;
  return fitsPattern(value, sent);
}

/** Returns whether a path matches a template such as `/users/{id}` with the same number of segments. */
function fitsPath(pattern: string, path: string): boolean {
  if (!pattern.includes('{')) return fitsPattern(pattern, path);
  const segments = path.split('/');
  const parts = pattern.split('/');
  return (
    parts.length === segments.length &&
    parts.every((part, index) => fitsPattern(part.replaceAll(/\{[^{}]*\}/g, '*'), segments[index] ?? ''))
  );
}

function fitsBody(expected: unknown, facts: RequestFacts): boolean {
  if (facts.body.length > maxRuleBodyBytes) return false;
  const known = decodedBody(facts);
  if (monotonicNowMs() > known.until) {
    facts.onTimeout();
    return false;
  }
  return typeof expected === 'string' ? fitsPattern(expected, known.text) : contains(known.value, expected);
}

/**
 * Returns the JSON or form body of a request, or null for any other body, and the body's text. Both are empty for a
 * large body.
 */
export function readRuleBody(facts: RequestFacts): { readonly value: unknown; readonly text: string } {
  if (facts.body.length > maxRuleBodyBytes) return { value: null, text: '' };
  const { value = null, text } = decodedBody(facts);
  return { value, text };
}

/** Reads the values of the `{name}` parameters from a path that matches a template. */
export function readTemplateParameters(template: string, path: string): Record<string, string> {
  const segments = path.split('/');
  const pairs = template.split('/').flatMap((part, index): [string, string][] => {
    const [, name] = /^\{([^{}]+)\}$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, decodePercent(segments[index] ?? '') ?? segments[index] ?? '']];
  });
  return Object.fromEntries(pairs);
}

function decodedBody(facts: RequestFacts): DecodedBody {
  const known = bodies.get(facts) ?? decode(facts);
  bodies.set(facts, known);
  return known;
}

/** Decodes a body: JSON regardless of its media type, because curl sends it as a form, and a form as an object. */
function decode({ headers, body }: RequestFacts): DecodedBody {
  const readAs = (type: string) => {
    const decoded = decodeBody(body, type);
    return 'value' in decoded ? decoded.value : undefined;
  };
  const until = monotonicNowMs() + timeoutMs;
  const json = readAs('application/json');
  const isForm = !isObject(json) && headers['content-type']?.startsWith(form) === true;
  const pairs = isForm ? readAs(form) : undefined;
  const text = new TextDecoder().decode(body);
  return { text, value: Array.isArray(pairs) ? Object.fromEntries(pairs) : (pairs ?? json), until };
}

/** Returns whether a value contains everything expected. Arrays must have the same length. */
function contains(value: unknown, expected: unknown): boolean {
  if (typeof expected === 'string') return typeof value === 'string' && fitsPattern(expected, value);
  if (Array.isArray(expected)) {
    const isSameLength = Array.isArray(value) && value.length === expected.length;
    return isSameLength && expected.every((part, index) => contains(value[index], part));
  }
  if (!isObject(expected)) return value === expected;
  const has = ([name, part]: [string, unknown]) =>
    isObject(value) && Object.hasOwn(value, name) && contains(value[name], part);
  return isObject(value) && Object.entries(expected).every(has);
}

/** Returns whether a string matches a pattern with `*` wildcards, in at most quadratic time. */
function fitsPattern(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return pattern === text;
  const last = parts.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return from <= text.length - last.length;
}
