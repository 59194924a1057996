import { parseBodyValue } from '@understudy/conformance';
import { isObject, omitUndefined, stringifyJson } from '@understudy/contract';
import type { ForeignObject } from './foreign-object.js';
import { addCall, type NameValuePairs } from './imported.js';
import { type BodyFileReader, StubDraft } from './stub-draft.js';

interface Context {
  readonly buckets: ReadonlyMap<string, string>;
  readonly files: BodyFileReader;
  readonly prefix: string;
  readonly latency: number;
  readonly headers: NameValuePairs;
}

/** Reads a Mockoon environment. Routes become stubs; CRUD routes become a resource with state. */
export function readMockoon(file: ForeignObject, files: BodyFileReader): void {
  file.ignore('uuid lastMigration hostname port cors folders rootChildren tlsOptions localhostOnly https');
  file.ignore('proxyReqHeaders proxyResHeaders proxyRemovePrefix');
  file.into.title ||= file.text('name');
  const data = file.objects('data');
  const buckets = data.flatMap((each) => ['id', 'uuid'].map((id) => [each.text(id), each.text('value')] as const));
  const context: Context = {
    ...{ buckets: new Map(buckets), files, latency: file.number('latency') ?? 0, headers: file.pairs('headers') },
    prefix: file.text('endpointPrefix').replace(/^\/|\/$/g, ''),
  };
  for (const route of file.objects('routes')) {
    route.ignore('uuid documentation');
    const path = `/${[context.prefix, route.text('endpoint').replace(/^\//, '')].filter((part) => part !== '').join('/')}`;
    const type = route.text('type') || 'http';
    if (route.value('enabled') === false) route.omit('it is disabled');
    else if (type === 'crud') readCrud(route, path, context);
    else if (type === 'http') readRoute(route, path, context);
    else route.omit(`a route of type "${type}" is not supported`);
  }
  file.end();
}

function readRoute(route: ForeignObject, path: string, context: Context): void {
  const [mode, method] = [route.text('responseMode'), route.text('method')];
  const responses = route.objects('responses');
  const isSequence = mode === 'SEQUENTIAL';
  if (mode === 'RANDOM' || mode === 'FALLBACK')
    route.omit(`the mode ${mode} is not supported: the rules and the default answer`);
  if (isSequence) route.omit('after the last response, the route keeps returning it');
  const marked = responses.findIndex((each) => each.value('default') === true);
  const first = Math.max(0, marked);
  for (const [index, response] of responses.entries()) {
    response.ignore('uuid default crudKey rulesOperator');
    const draft = new StubDraft(response, response.text('label') || `${method} ${path}`);
    draft.method(method);
    draft.match.path = path.replace(/:(\w+)\??/g, '{$1}').replace(/\(\.\*\)|\*+/g, '*');
    if (/[()+?|]/.test(draft.match.path)) draft.refuse(`the pattern ${path} of the endpoint is not supported`);
    const isDefault = index === first && !isSequence;
    if (mode === 'DISABLE_RULES' && !isDefault) response.omit('is never sent, because rules are disabled');
    const rules = response.objects('rules');
    if (!isDefault && !isSequence) readRules(draft, rules, response.text('rulesOperator'));
    readResponse(draft, response, context);
    response.end();
    // Responses with rules take precedence over the default response.
    const times = isSequence && index < responses.length - 1 ? 1 : undefined;
    if (mode !== 'DISABLE_RULES' || isDefault) draft.add({ priority: isDefault ? 1 : 0, times });
  }
  route.end();
}

function readRules(draft: StubDraft, rules: readonly ForeignObject[], operator: string): void {
  if (rules.length === 0) draft.refuse('a response that is not the default needs rules');
  if (rules.length > 1 && operator === 'OR') draft.refuse('rules joined by OR are not supported');
  for (const rule of rules) {
    const [target, modifier, value] = [rule.text('target'), rule.text('modifier'), rule.text('value')];
    const compares = rule.text('operator') || (rule.value('isRegex') === true ? 'regex' : 'equals');
    const known = compares === 'equals' ? value : compares === 'regex' ? draft.pattern(value, rule) : null;
    if (rule.value('invert') === true) draft.refuse('an inverted rule is not supported');
    if (known === null && compares !== 'null') draft.refuse(`the operator ${compares} is not supported`);
    if (known === undefined) continue;
    if (target === 'query') draft.match.query[modifier] = known;
    else if (target === 'header') draft.match.headers[modifier] = known;
    else if (target === 'params' && known !== null) draft.match.path = draft.match.path.replace(`{${modifier}}`, known);
    else if (target === 'body' && modifier === '' && known !== null) draft.match.body = known;
    else if (target === 'body' && known !== null && /^[\w.]+$/.test(modifier) && Number.isNaN(Number(known)))
      draft.match.body = modifier.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), known);
    else draft.refuse(`a rule for ${target} "${modifier}" is not supported`);
  }
}

function readResponse(draft: StubDraft, response: ForeignObject, { buckets, files, latency, headers }: Context): void {
  const hasTemplates = response.value('disableTemplating') !== true;
  const [type, file] = [response.text('bodyType') || 'INLINE', response.text('filePath')];
  const [text, bucket] = [response.text('body'), response.text('databucketID')];
  // Without a type, Mockoon sends JSON.
  draft.headers['content-type'] = 'application/json';
  for (const [name, value] of [...headers, ...response.pairs('headers')]) draft.headers[name.toLowerCase()] = value;
  draft.text(stringifyJson(draft.headers), hasTemplates);
  draft.effect['status'] = response.number('statusCode') ?? 200;
  if (type === 'FILE' || file !== '') {
    delete draft.effect['body'];
    draft.file(file, files, hasTemplates);
  } else draft.text(type === 'DATABUCKET' ? (buckets.get(bucket) ?? '') : text, hasTemplates);
  draft.delay(latency + (response.number('latency') ?? 0));
  response.ignore('sendFileAsBody');
}

/**
 * Adds the calls of a CRUD route, so that the description contains a resource. The first item in its data bucket
 * becomes the example.
 */
function readCrud(route: ForeignObject, path: string, { buckets }: Context): void {
  const [response, ...others] = route.objects('responses');
  for (const each of others) each.omit('a CRUD route has only its data bucket');
  const items = parseBodyValue(buckets.get(response?.text('databucketID') ?? '') ?? '');
  route.omit('the items of the data bucket are not stored; the resource starts empty');
  const [item]: unknown[] = Array.isArray(items) ? items : [];
  const one = `${path}/:${response?.text('crudKey') || 'id'}`;
  response?.ignore('uuid bodyType body statusCode label disableTemplating rulesOperator default').end();
  route.ignore('method responseMode').end();
  const ofList = ['GET', 'POST'].map((method) => ({ method, url: path }));
  const ofItem = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, url: one }));
  for (const { method, url } of [...ofList, ...ofItem]) {
    const status = method === 'POST' ? 201 : 200;
    const body = url === path && method === 'GET' ? items : item;
    const sent = /^P/.test(method)
      ? { body: { mediaType: 'application/json', value: isObject(item) ? item : {} } }
      : {};
    const call = { place: route.place, name: `${method} ${url}`, group: '', method, url, query: [], headers: {} };
    addCall(route.into, { ...call, ...sent, responses: [{ status, headers: {}, ...omitUndefined({ body }) }] });
  }
}
