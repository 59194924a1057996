import { parseBodyValue } from '@understudy/conformance';
import { isObject } from '@understudy/contract';
import type { ForeignObject } from './foreign-object.js';
import { StubDraft } from './stub-draft.js';

const perSecond = new Map([
  ['SECONDS', 1],
  ['MILLISECONDS', 1e3],
  ['MICROSECONDS', 1e6],
  ['NANOSECONDS', 1e9],
  ['MINUTES', 1 / 60],
]);

/** Reads a MockServer expectation. Expectations with a higher priority take precedence, then earlier ones. */
export function readMockserver(expectation: ForeignObject): void {
  const request = expectation.object('httpRequest').ignore('keepAlive secure socketAddress');
  const name = `${request.text('method')} ${request.text('path')}`.trim();
  const draft = new StubDraft(expectation.ignore('id'), name);
  readRequest(draft, request);
  draft.endOf(request);
  if (!expectation.has('httpResponse')) draft.refuse('only httpResponse is supported as an action');
  readResponse(draft, expectation.object('httpResponse').ignore('reasonPhrase'));
  const times = expectation.object('times');
  const limit = times.value('unlimited') === true ? undefined : times.number('remainingTimes');
  if (expectation.object('timeToLive').value('unlimited') === false) expectation.omit('does not expire', 'timeToLive');
  draft.add({ priority: -(expectation.number('priority') ?? 0), times: limit });
  expectation.end();
}

function readRequest(draft: StubDraft, request: ForeignObject): void {
  draft.method(request.text('method'));
  const text = (value: string, name?: string): string => textMatch(draft, value, { at: request, name }) ?? '*';
  if (request.text('path') !== '') draft.address(text(request.text('path')));
  for (const [name, value] of values(request, 'pathParameters', draft))
    draft.match.path = draft.match.path.replace(`{${name}}`, text(value, name));
  for (const [name, value] of values(request, 'queryStringParameters', draft))
    draft.match.query[name] = text(value, name);
  for (const [name, value] of values(request, 'headers', draft)) draft.match.headers[name] = text(value, name);
  for (const [name, value] of values(request, 'cookies', draft))
    draft.match.headers['cookie'] = `*${name}=${text(value, 'cookie')}*`;
  if (request.value('body') !== undefined) draft.match.body = bodyMatch(draft, request);
}

/** Reads a matcher string, which MockServer treats as a regular expression. */
function textMatch(
  draft: StubDraft,
  value: string,
  { at, name }: { at: ForeignObject; name: string | undefined },
): string | undefined {
  if (value.startsWith('!')) return draft.refuse('a negated matcher is not supported');
  return /[\\^$*+?()[\]|]/.test(value) ? draft.pattern(value, at, name) : value;
}

/** Returns each name with its first value: `{ name: [values] }`, `{ name: value }` or `[{ name, values }]`. */
function values(message: ForeignObject, field: string, draft?: StubDraft): [string, string][] {
  const given = message.value(field);
  const list: [string, unknown][] = Array.isArray(given)
    ? given.map(Object).map(({ name, values: several, value }) => [String(name), several ?? value])
    : Object.entries(isObject(given) ? given : {}).filter(([name]) => name !== 'keyMatchStyle');
  return list.map(([name, value]) => {
    if (/^[!?]/.test(name)) draft?.refuse(`the matcher for ${name} is not supported`);
    const [first = '', ...others]: unknown[] = [value].flat();
    if (others.length > 0) message.omit(`only the first value of ${name} is imported`, field);
    if (isObject(first)) message.omit(`the schema matcher for ${name} was reduced to a presence check`, field);
    return [name, isObject(first) ? '.*' : String(first)];
  });
}

function bodyMatch(draft: StubDraft, request: ForeignObject): unknown {
  const body = request.value('body');
  if (!isObject(body) || !('type' in body)) return body;
  const inner = request.object('body').ignore('contentType type charset rawBytes');
  const { type, json, string, regex } = body;
  if (inner.value('not') === true) return draft.refuse('a negated body is not supported');
  if (type === 'JSON' && inner.text('matchType') === 'STRICT') inner.omit('a body with more members also matches');
  if (type === 'JSON') return typeof json === 'string' ? parseBodyValue(json) : json;
  if (type === 'STRING') return inner.value('subString') === true ? `*${String(string)}*` : string;
  if (type === 'REGEX') return draft.pattern(String(regex), inner);
  if (type === 'PARAMETERS') return Object.fromEntries(values(inner, 'parameters'));
  return draft.refuse(`a body matcher of type ${String(type)} is not supported`);
}

function readResponse(draft: StubDraft, response: ForeignObject): void {
  const body = response.value('body');
  const { type, base64Bytes, json, string, xml, contentType } = Object(body);
  const isTyped = isObject(body) && typeof type === 'string';
  draft.effect['status'] = response.number('statusCode') ?? 200;
  if (type === 'BINARY') draft.effect['base64'] = String(base64Bytes);
  else if (isTyped)
    draft.effect['body'] = typeof json === 'string' ? parseBodyValue(json) : (json ?? string ?? xml ?? '');
  else draft.effect['body'] = body ?? '';
  if (isTyped && contentType) draft.headers['content-type'] = String(contentType);
  for (const [name, value] of values(response, 'headers')) draft.headers[name.toLowerCase()] = value;
  for (const [name, value] of values(response, 'cookies')) draft.headers['set-cookie'] = `${name}=${value}`;
  const delay = response.object('delay');
  draft.delay(((delay.number('value') ?? 0) * 1000) / (perSecond.get(delay.text('timeUnit')) ?? 1));
  const options = response.object('connectionOptions');
  if (options.value('dropConnection') === true) draft.effect = { reset: true };
  options.end();
  response.end();
}
