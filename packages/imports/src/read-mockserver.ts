import { isObject, membersOf, stringifyJson } from '@understudy/contract';
import { contains, fits, includes, literal, member, selects } from './cel.js';
import type { ForeignObject } from './foreign-object.js';
import { jsonTemplate, readJson, StubDraft } from './stub-draft.js';

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
  if (expectation.has('httpResponseTemplate')) readTemplate(draft, expectation.object('httpResponseTemplate'));
  else if (expectation.has('httpResponse'))
    readResponse(draft, expectation.object('httpResponse').ignore('reasonPhrase'));
  else readOtherAction(draft, expectation);
  const times = expectation.object('times');
  const limit = times.value('unlimited') === true ? undefined : times.number('remainingTimes');
  const ttl = readTimeToLive(expectation.object('timeToLive'));
  const lasts = { ...(limit ? { times: limit } : {}), ...(ttl === undefined ? {} : { ttl }) };
  draft.add({ priority: -(expectation.number('priority') ?? 0), isComplete: true, ...lasts });
  expectation.end();
}

const unitsInSeconds = new Map([
  ['NANOSECONDS', 1e-9],
  ['MICROSECONDS', 1e-6],
  ['MILLISECONDS', 0.001],
  ['SECONDS', 1],
  ['MINUTES', 60],
  ['HOURS', 3600],
  ['DAYS', 86_400],
]);

/** Returns an expectation's time to live as an ISO 8601 duration, in whole seconds and at least one. */
function readTimeToLive(time: ForeignObject): string | undefined {
  const unit = unitsInSeconds.get(time.text('timeUnit').toUpperCase());
  const count = time.number('timeToLive');
  if (time.value('unlimited') !== false || unit === undefined || count === undefined) return undefined;
  time.end();
  return `PT${Math.max(1, Math.round(count * unit))}S`;
}

function readOtherAction(draft: StubDraft, expectation: ForeignObject): void {
  const action = expectation.names.find((name) => /^http(?!Request$)/.test(name)) ?? 'an action';
  const { host, port, dropConnection } = membersOf(expectation.value(action));
  if (action === 'httpError' && dropConnection === true) {
    draft.effect = { reset: true };
    expectation.object(action).ignore('dropConnection').end();
    return;
  }
  // Remove the user name and password.
  const server = host === undefined ? '' : `${String(host).split('@').at(-1)}:${port ?? 80}`;
  const hint = server === '' ? '' : ` (it forwards to ${server}; see understudy proxy --target)`;
  draft.refuse(`the action ${action} is not supported${hint}`);
}

function readRequest(draft: StubDraft, request: ForeignObject): void {
  const method = request.text('method');
  if (method.startsWith('!')) draft.condition(() => `request.method != ${literal(method.slice(1))}`);
  else draft.method(method);
  const path = request.text('path');
  if (path.startsWith('!')) draft.condition(() => textCondition('request.path', path));
  else if (isPattern(path)) draft.pathPattern(path, false);
  else if (path !== '') draft.address(path);
  for (const [name, values] of fieldsOf(request, 'pathParameters'))
    draft.condition(() => allOf(values, draft.segment(name)));
  for (const [place, field] of [
    ['query', 'queryStringParameters'],
    ['headers', 'headers'],
  ] as const)
    for (const [name, values] of fieldsOf(request, field)) {
      const [only, ...others] = values;
      const isPlain = typeof only === 'string' && others.length === 0 && !isPattern(only) && !/^[!?]/.test(name + only);
      if (isPlain) draft.value(place, name, only);
      else draft.condition(() => named(name, values, (each) => draft.sent(place, each)));
    }
  for (const [name, values] of fieldsOf(request, 'cookies'))
    draft.condition(() => draft.cookie(name, (value) => allOf(values, value)));
  const { type, json, matchType, not } = membersOf(request.value('body'));
  if (type === 'JSON' && not !== true) {
    const body = request.object('body').ignore('type json matchType contentType charset not');
    const [expected, isExact] = [readJson(json), matchType === 'STRICT'];
    if (!isExact && /\[[^\]]/.test(stringifyJson(expected) ?? ''))
      body.omit('the order and the number of items are compared');
    draft.json(expected, isExact);
    body.end();
  } else if (request.value('body') !== undefined) draft.condition(() => bodyCondition(request));
}

const isPattern = (text: string): boolean => /[\\^$*+?()[\]|]/.test(text);

/** Writes a comparison with a matcher, which MockServer treats as a regular expression. */
function textCondition(value: string, matcher: unknown): string {
  if (isObject(matcher)) throw new Error('a matcher that is a schema is not supported');
  const text = String(matcher);
  if (text.startsWith('!')) return `!(${textCondition(value, text.slice(1))})`;
  return isPattern(text) ? fits(value, text) : `string(${value}) == ${literal(text)}`;
}

const allOf = (values: readonly unknown[], value: string): string =>
  values.length === 0 ? `${value} != null` : values.map((each) => textCondition(value, each)).join(' && ');

/** A name with `!` must be absent. A name with `?` is optional. */
function named(name: string, values: readonly unknown[], access: (name: string) => string): string {
  const value = access(name.replace(/^[!?]/, ''));
  if (values.length > 1) throw new Error(`several values of ${name} are not supported`);
  if (name.startsWith('!')) return `${value} == null`;
  return name.startsWith('?') ? `(${value} == null || ${allOf(values, value)})` : allOf(values, value);
}

/** Returns the values of each name: `{ name: [values] }`, `{ name: value }` or `[{ name, values }]`. */
function fieldsOf(message: ForeignObject, field: string): [string, unknown[]][] {
  const given = message.value(field);
  const list: [string, unknown][] = Array.isArray(given)
    ? given.map(Object).map(({ name, values, value }) => [String(name), values ?? value ?? []])
    : Object.entries(isObject(given) ? given : {}).filter(([name]) => name !== 'keyMatchStyle');
  return list.map(([name, value]) => [name, [value].flat()]);
}

function bodyCondition(request: ForeignObject): string {
  const body = request.value('body');
  if (!isObject(body) || !('type' in body))
    return isObject(body) || Array.isArray(body) ? contains('body', body) : textCondition('request.text', body);
  const inner = request.object('body').ignore('contentType charset rawBytes');
  const condition = typedCondition(inner, inner.text('type'));
  const isNot = inner.value('not') === true;
  inner.end();
  return isNot ? `!(${condition})` : condition;
}

function typedCondition(body: ForeignObject, type: string): string {
  const json = readJson(body.value('json'));
  const text = body.text('string regex jsonPath');
  switch (type) {
    case 'JSON':
      return body.text('matchType') === 'STRICT' ? `body == ${stringifyJson(json)}` : contains('body', json);
    case 'STRING':
      return body.value('subString') === true ? includes('request.text', text) : textCondition('request.text', text);
    case 'REGEX':
      return fits('request.text', text);
    case 'JSON_PATH':
      return `${selects('body', text)}.size() > 0`;
    case 'PARAMETERS':
      return fieldsOf(body, 'parameters')
        .map(([name, values]) => named(name, values, (each) => member('body', each)))
        .join(' && ');
    default:
      throw new Error(`a body matcher of type ${type} is not supported`);
  }
}

const velocityName = /\$!?\{?((?:request|uuid|now(?:_\w+)?|rand_\w+)(?:\.\w+|\['[^']*'\]|\[\d+\])*)\}?/g;

/** Reads a template that renders an entire response as JSON: Mustache, or Velocity without directives. */
function readTemplate(draft: StubDraft, action: ForeignObject): void {
  const type = action.text('templateType');
  const given = action.text('template');
  const text =
    type === 'VELOCITY'
      ? given.replace(velocityName, (_, name: string) => `{{${name.replace(/\['?([^[\]']*)'?\]/g, '.[$1]')}}}`)
      : given;
  const response = readJson(text);
  draft.template('mockserver');
  if (type === 'JAVASCRIPT' || (type === 'VELOCITY' && /(?:^|\s)#\w|\$\w/.test(text)))
    draft.refuse(`a template of type ${type} with code is not supported`);
  else if (!isObject(response)) draft.refuse('the template is no JSON before it is filled');
  else readResponse(draft, action.child('template', response));
  action.ignore('templateType template').object('delay');
  action.end();
}

function readResponse(draft: StubDraft, response: ForeignObject): void {
  const body = response.value('body');
  const { type, base64Bytes, json, string, xml, contentType } = membersOf(body);
  const isTyped = isObject(body) && typeof type === 'string';
  draft.effect['status'] = response.number('statusCode') ?? 200;
  const value: unknown = isTyped ? (readJson(json) ?? string ?? xml ?? '') : (body ?? '');
  if (type === 'BINARY') draft.effect['base64'] = String(base64Bytes);
  else if (typeof value === 'string' || stringifyJson(value).includes('{{')) {
    draft.text(typeof value === 'string' ? value : jsonTemplate(value));
    if (typeof value !== 'string') draft.headers['content-type'] = 'application/json';
  } else draft.effect['body'] = value;
  if (isTyped && contentType) draft.headers['content-type'] = String(contentType);
  for (const [name, values] of fieldsOf(response, 'headers'))
    draft.headers[name.toLowerCase()] = values.map(String).join(', ');
  const cookies = fieldsOf(response, 'cookies').map(([name, [first]]) => `${name}=${String(first)}`);
  if (cookies.length > 0) draft.headers['set-cookie'] = cookies[0] ?? '';
  if (cookies.length > 1) response.omit('only the first cookie is set', 'cookies');
  const delay = response.object('delay');
  draft.delay(((delay.number('value') ?? 0) * 1000) / (perSecond.get(delay.text('timeUnit')) ?? 1));
  const options = response.object('connectionOptions');
  if (options.value('dropConnection') === true) draft.effect = { reset: true };
  options.end();
  response.end();
}
