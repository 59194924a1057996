import { isObject, membersOf, stringifyJson } from '@understudy/contract';
import { fits, includes, literal, selects } from './cel.js';
import type { ForeignObject } from './foreign-object.js';
import { type BodyFileReader, jsonTemplate, readJson, StubDraft } from './stub-draft.js';

/**
 * Reads one WireMock mapping, or a list under `mappings`. If two have the same priority, the later one takes
 * precedence.
 */
export function readWiremock(file: ForeignObject, files: BodyFileReader): void {
  const mappings = file.has('mappings') ? file.objects('mappings') : [file];
  for (const mapping of mappings.reverse()) readMapping(mapping, files);
  if (file.has('mappings')) file.ignore('meta importOptions $schema').end();
}

function readMapping(mapping: ForeignObject, files: BodyFileReader): void {
  mapping.ignore('id uuid persistent insertionIndex metadata $schema');
  const [request, response] = [mapping.object('request'), mapping.object('response')];
  const path = request.text('urlPath url urlPathPattern urlPattern urlPathTemplate');
  const draft = new StubDraft(mapping, mapping.text('name') || `${request.text('method')} ${path}`);
  const name = mapping.text('scenarioName');
  const [when, then] = [mapping.text('requiredScenarioState'), mapping.text('newScenarioState')];
  if (name !== '') draft.scenario = { name, ...(when === '' ? {} : { when }), ...(then === '' ? {} : { then }) };
  readRequest(draft, request);
  readResponse(draft, response, files);
  draft.endOf(request);
  response.end();
  draft.add({ priority: mapping.number('priority') ?? 5, isComplete: true });
  mapping.end();
}

function readRequest(draft: StubDraft, request: ForeignObject): void {
  draft.method(request.text('method'));
  const path = request.text('urlPath url urlPathTemplate');
  const [pathPattern, urlPattern] = [request.text('urlPathPattern'), request.text('urlPattern')];
  if (path !== '') draft.address(path);
  else if (pathPattern !== '' || urlPattern !== '') draft.pathPattern(pathPattern || urlPattern, urlPattern !== '');
  for (const [field, place] of [
    ['queryParameters', 'query'],
    ['headers', 'headers'],
  ] as const) {
    const within = request.object(field);
    for (const name of within.names) matchValue(draft, within.object(name), [place, name]);
  }
  const parameters = request.object('pathParameters');
  for (const name of parameters.names)
    draft.condition(() => textCondition(parameters.object(name), draft.segment(name)));
  const cookies = request.object('cookies');
  for (const name of cookies.names) {
    const matcher = cookies.object(name);
    const isAbsent = matcher.value('absent') === true;
    draft.condition(() =>
      isAbsent ? `!${draft.cookie(name, () => 'true')}` : draft.cookie(name, (value) => textCondition(matcher, value)),
    );
  }
  const form = request.object('formParameters');
  for (const name of form.names) draft.condition(() => textCondition(form.object(name), `body[${literal(name)}]`));
  const credentials = request.object('basicAuthCredentials');
  if (request.has('basicAuthCredentials')) {
    const pair = `${credentials.text('username')}:${credentials.text('password')}`;
    draft.value('headers', 'Authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  }
  for (const pattern of request.objects('bodyPatterns')) matchBody(draft, pattern);
}

/** Matches a parameter or header, with a plain comparison if possible. */
function matchValue(draft: StubDraft, matcher: ForeignObject, [place, name]: ['query' | 'headers', string]): void {
  const [only, ...others] = matcher.names;
  if (others.length === 0 && only === 'equalTo') draft.value(place, name, matcher.text('equalTo'));
  else if (others.length === 0 && only === 'absent' && matcher.value('absent') === true) draft.value(place, name, null);
  else draft.condition(() => textCondition(matcher, draft.sent(place, name)));
}

/** Writes a matcher as a condition on a string. @throws Error for an unknown matcher */
function textCondition(matcher: ForeignObject, text: string): string {
  const flags = matcher.value('caseInsensitive') === true ? 'i' : '';
  const joined = (operator: 'and' | 'or'): string =>
    `(${matcher
      .objects(operator)
      .map((each) => textCondition(each, text))
      .join(operator === 'and' ? ' && ' : ' || ')})`;
  const names = matcher.names.filter((name) => name !== 'caseInsensitive');
  const conditions = names.map((name) => {
    const value = matcher.text(name);
    switch (name) {
      case 'equalTo':
        return flags === ''
          ? `string(${text}) == ${literal(value)}`
          : `string(${text}).lower() == ${literal(value.toLowerCase())}`;
      case 'contains':
        return includes(text, value, flags);
      case 'doesNotContain':
        return differs(text, includes(text, value, flags));
      case 'matches':
        return fits(text, value, flags);
      case 'doesNotMatch':
        return differs(text, fits(text, value, flags));
      case 'absent':
        return `${text} ${value === 'true' ? '==' : '!='} null`;
      case 'and':
      case 'or':
        return joined(name);
      case 'not':
        return differs(text, textCondition(matcher.object('not'), text));
      default:
        throw new Error(`the matcher ${name} is not supported`);
    }
  });
  if (conditions.length === 0) throw new Error('the matcher {} is not supported');
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' && ')})`;
}

/** Writes a condition that a value is present and does not meet another condition. */
function differs(text: string, condition: string): string {
  return `(${text} != null && !(${condition}))`;
}

function matchBody(draft: StubDraft, pattern: ForeignObject): void {
  const json = readJson(pattern.value('equalToJson'));
  if (json === undefined) {
    draft.condition(() => bodyCondition(pattern));
    return;
  }
  if (pattern.value('ignoreArrayOrder') === true) pattern.omit('the order of arrays is compared');
  draft.json(json, pattern.value('ignoreExtraElements') !== true);
}

function bodyCondition(pattern: ForeignObject): string {
  const path = pattern.value('matchesJsonPath');
  if (typeof path === 'string') return `${selects('body', path)}.size() > 0`;
  if (path === undefined) return textCondition(pattern, 'request.text');
  const inner = pattern.object('matchesJsonPath');
  const found = selects('body', inner.text('expression'));
  if (inner.value('absent') === true) return `${found}.size() == 0`;
  if (inner.has('equalToJson'))
    return `${found}.exists(v, v == ${stringifyJson(readJson(inner.value('equalToJson')))})`;
  const matcher = inner.ignore('expression');
  return `${found}.exists(v, ${textCondition(matcher.without('expression'), 'string(v)')})`;
}

function readResponse(draft: StubDraft, response: ForeignObject, files: BodyFileReader): void {
  response.ignore('fromConfiguredStub');
  const transformers = [response.value('transformers') ?? []].flat().map(String);
  if (transformers.includes('response-template')) draft.template('wiremock');
  Object.assign(draft.data, membersOf(response.value('transformerParameters')));
  for (const each of transformers)
    if (each !== 'response-template') draft.refuse(`the transformer "${each}" is not supported`);
  for (const [name, value] of response.members('headers')) draft.headers[name.toLowerCase()] = value;
  const json = response.value('jsonBody');
  const [file, base64] = [response.text('bodyFileName'), response.text('base64Body')];
  const text = json === undefined ? response.text('body') : jsonTemplate(json);
  draft.text(text);
  if (json !== undefined && !text.includes('{{')) draft.effect['body'] = json;
  if (json !== undefined) draft.headers['content-type'] ??= 'application/json';
  if (file !== '' || base64 !== '') delete draft.effect['body'];
  if (base64 !== '') draft.effect['base64'] = base64;
  if (file !== '') draft.file(file, files);
  draft.effect['status'] = response.number('status') ?? 200;
  draft.delay(response.number('fixedDelayMilliseconds'));
  const spread = response.value('delayDistribution');
  const { type, lower, upper, median, sigma } = membersOf(isObject(spread) ? spread : {});
  const duration = (milliseconds: unknown): string => `PT${Number(milliseconds) / 1000}S`;
  if (type === 'uniform') draft.effect['delay'] = { from: duration(lower), to: duration(upper) };
  else if (type === 'lognormal') draft.effect['delay'] = { median: duration(median), sigma };
  else if (type !== undefined) response.omit(`the delay distribution "${String(type)}" is not supported`);
  const dribble = response.has('chunkedDribbleDelay') ? response.object('chunkedDribbleDelay') : undefined;
  const seconds = (dribble?.ignore('numberOfChunks').number('totalDuration') ?? 0) / 1000;
  const length = Buffer.byteLength(String(draft.effect['body'] ?? ''));
  if (seconds > 0 && length > 0) draft.effect['bytesPerSecond'] = Math.max(1, Math.round(length / seconds));
  const fault = response.text('fault');
  if (fault !== '') draft.effect = { reset: true };
  if (fault !== '' && fault !== 'CONNECTION_RESET_BY_PEER')
    response.omit(`the fault ${fault} is replaced by a connection reset`);
  const proxied = response.text('proxyBaseUrl');
  if (proxied !== '')
    draft.refuse(`it forwards to ${proxied}; to simulate only a part of a server, use understudy proxy --target`);
  response.ignore('additionalProxyRequestHeaders removeProxyRequestHeaders proxyUrlPrefixToRemove');
}
