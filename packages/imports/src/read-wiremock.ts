import { parseBodyValue } from '@understudy/conformance';
import { isObject, stringifyJson } from '@understudy/contract';
import type { ForeignObject } from './foreign-object.js';
import { type BodyFileReader, StubDraft } from './stub-draft.js';

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
  const scenario = mapping.text('scenarioName');
  const [state, next] = [mapping.text('requiredScenarioState'), mapping.text('newScenarioState')];
  if (next !== '' || (state !== '' && state !== 'Started'))
    draft.refuse(`the state "${state || next}" of the scenario "${scenario}" is not supported`);
  readRequest(draft, request);
  readResponse(draft, response, files);
  draft.endOf(request);
  response.end();
  draft.add({ priority: mapping.number('priority') ?? 5 });
  mapping.end();
}

const operators = new Set(['equalTo', 'contains', 'matches', 'absent']);

function readRequest(draft: StubDraft, request: ForeignObject): void {
  draft.method(request.text('method'));
  const path = request.text('urlPath url urlPathTemplate');
  const pattern = request.text('urlPathPattern urlPattern');
  if (path !== '') draft.address(path);
  else if (pattern !== '') draft.address(draft.pattern(pattern, request) ?? '*');
  const values = (field: string): [string, string | null][] => {
    const within = request.object(field);
    return within.names.map((name) => [name, textMatch(draft, within.object(name)) ?? null]);
  };
  Object.assign(draft.match.query, Object.fromEntries(values('queryParameters')));
  Object.assign(draft.match.headers, Object.fromEntries(values('headers')));
  for (const [name, value] of values('cookies'))
    draft.match.headers['cookie'] = value === null ? null : `*${name}=${value}*`;
  const form = values('formParameters');
  if (form.length > 0) draft.match.body = Object.fromEntries(form);
  if (request.has('basicAuthCredentials')) {
    request.object('basicAuthCredentials').omit('any user and password are accepted');
    draft.match.headers['authorization'] = 'Basic *';
  }
  const [first, ...others] = request.objects('bodyPatterns');
  if (others.length > 0) draft.refuse('several bodyPatterns are not supported');
  if (first !== undefined) draft.match.body = bodyMatch(draft, first);
}

/** Converts a matcher to a string with wildcards. Returns null if the value must be absent. */
function textMatch(draft: StubDraft, matcher: ForeignObject): string | null | undefined {
  const [first = '', ...others] = matcher.names.filter((name) => name !== 'caseInsensitive');
  if (matcher.value('caseInsensitive') === true) matcher.omit('the comparison is case-sensitive');
  if (others.length > 0 || !operators.has(first))
    return draft.refuse(`the matcher ${matcher.names.join(', ') || '{}'} is not supported`);
  if (first === 'absent') return null;
  const value = matcher.text(first);
  return first === 'equalTo' ? value : first === 'contains' ? `*${value}*` : draft.pattern(value, matcher);
}

function bodyMatch(draft: StubDraft, pattern: ForeignObject): unknown {
  const json = pattern.value('equalToJson');
  if (json !== undefined) {
    if (pattern.value('ignoreArrayOrder') === true) pattern.omit('the order of arrays is compared');
    if (pattern.value('ignoreExtraElements') !== true) pattern.omit('a body with more members also matches');
    if (/\$\{json-unit/.test(stringifyJson(json))) return draft.refuse('json-unit placeholders are not supported');
    return typeof json === 'string' ? parseBodyValue(json) : json;
  }
  // The usual comparison of one member.
  const path = pattern.text('matchesJsonPath');
  const [, names = '', value] = /^\$\[?\?\(?\s*@((?:\.\w+)+)\s*==\s*['"]([^'"]*)['"]\s*\)?\]$/.exec(path) ?? [];
  if (value === undefined) return textMatch(draft, pattern);
  return names
    .slice(1)
    .split('.')
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

function readResponse(draft: StubDraft, response: ForeignObject, files: BodyFileReader): void {
  response.ignore('fromConfiguredStub transformerParameters');
  const transformers = [response.value('transformers') ?? []].flat().map(String);
  const isTemplate = transformers.includes('response-template');
  for (const each of transformers)
    if (each !== 'response-template') draft.refuse(`the transformer "${each}" is not supported`);
  draft.effect['status'] = response.number('status') ?? 200;
  for (const [name, value] of response.members('headers')) draft.headers[name.toLowerCase()] = value;
  const json = response.value('jsonBody');
  const [file, base64] = [response.text('bodyFileName'), response.text('base64Body')];
  const text = json === undefined ? response.text('body') : stringifyJson(json);
  draft.text(`${text}${isTemplate ? stringifyJson(draft.headers) : ''}`, isTemplate);
  draft.effect['body'] = json ?? text;
  if (file !== '' || base64 !== '') delete draft.effect['body'];
  if (base64 !== '') draft.effect['base64'] = base64;
  if (file !== '') draft.file(file, files, isTemplate);
  draft.delay(response.number('fixedDelayMilliseconds'));
  const spread = response.value('delayDistribution');
  const { type, lower, upper, median, sigma } = Object(isObject(spread) ? spread : {});
  const seconds = (milliseconds: unknown): string => `PT${Number(milliseconds) / 1000}S`;
  if (type === 'uniform') draft.effect['delay'] = { from: seconds(lower), to: seconds(upper) };
  else if (type === 'lognormal') draft.effect['delay'] = { median: seconds(median), sigma };
  else if (type !== undefined) response.omit(`the delay distribution "${String(type)}" is not supported`);
  const fault = response.text('fault');
  if (fault !== '') draft.effect = { reset: true };
  if (fault !== '' && fault !== 'CONNECTION_RESET_BY_PEER')
    response.omit(`the fault ${fault} is replaced by a connection reset`);
  if (response.has('proxyBaseUrl')) draft.refuse('a proxied response is not supported; see understudy proxy');
}
