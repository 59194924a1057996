import { parseBodyValue } from '@understudy/conformance';
import { isObject, membersOf, omitUndefined, stringifyJson } from '@understudy/contract';
import { finds, literal, member, selects } from './cel.js';
import { listCrudParameters } from './crud-model.js';
import type { ForeignObject } from './foreign-object.js';
import { addCall, ImportError, type ImportedRecords, type NameValuePairs } from './imported.js';
import { type BodyFileReader, StubDraft } from './stub-draft.js';

interface Bucket {
  readonly name: string;
  readonly text: string;
  /** The resource in which a CRUD route stores the items. */
  resource?: string;
}

interface Context {
  /** Data buckets by id and by uuid. */
  readonly buckets: ReadonlyMap<string, Bucket>;
  readonly files: BodyFileReader;
  readonly prefix: string;
  readonly latency: number;
  readonly headers: NameValuePairs;
}

/**
 * Reads a Mockoon environment. Routes become stubs. Each CRUD route becomes a resource with the items of its data
 * bucket.
 */
export function readMockoon(file: ForeignObject, files: BodyFileReader): void {
  file.ignore('uuid lastMigration hostname port cors folders rootChildren tlsOptions localhostOnly https');
  file.ignore('proxyReqHeaders proxyResHeaders proxyRemovePrefix');
  file.into.title ||= file.text('name');
  const buckets = file.objects('data').flatMap((each) => {
    const bucket: Bucket = { name: each.text('name'), text: each.text('value') };
    each.ignore('documentation id uuid').end();
    return ['id', 'uuid'].map((id) => [each.text(id), bucket] as const);
  });
  const context: Context = {
    ...{ buckets: new Map(buckets), files, latency: file.number('latency') ?? 0, headers: file.pairs('headers') },
    prefix: file.text('endpointPrefix').replace(/^\/|\/$/g, ''),
  };
  if (file.value('proxyMode') === true)
    file.omit(`it forwards other requests to ${file.text('proxyHost')}; use understudy proxy --target`, 'proxyMode');
  file.ignore('proxyHost');
  const routes = file.objects('routes').map((route) => {
    const parts = [context.prefix, route.text('endpoint').replace(/^\//, '')];
    return { route, path: `/${parts.filter((part) => part !== '').join('/')}`, type: route.text('type') || 'http' };
  });
  // Templates of other routes read the stored items.
  for (const { route, path, type } of routes) {
    route.ignore('uuid documentation streamingInterval');
    if (type === 'crud' && route.value('enabled') !== false) readCrud(route, path, context);
  }
  for (const { route, path, type } of routes) {
    if (route.value('enabled') === false) route.note('it is disabled');
    else if (type === 'http') readRoute(route, path, context);
    else if (type !== 'crud') route.omit(`a route of type "${type}" is not supported`);
  }
  file.end();
}

function readRoute(route: ForeignObject, path: string, context: Context): void {
  const [mode, method] = [route.text('responseMode'), route.text('method')];
  const responses = route.objects('responses');
  const isSequence = mode === 'SEQUENTIAL';
  const isDrawn = isSequence || mode === 'RANDOM';
  const first = Math.max(
    0,
    responses.findIndex((each) => each.value('default') === true),
  );
  for (const [index, response] of responses.entries()) {
    response.ignore('uuid default crudKey rulesOperator');
    const draft = new StubDraft(response, response.text('label') || `${method} ${path}`);
    draft.method(method);
    draft.match.path = path.replace(/:(\w+)\??/g, '{$1}').replace(/\(\.\*\)|\*+/g, '*');
    if (/[()+?|]/.test(draft.match.path)) draft.refuse(`the pattern ${path} of the endpoint is not supported`);
    const isDefault = index === first && mode !== 'FALLBACK';
    if (mode === 'DISABLE_RULES' && !isDefault) response.omit('is never sent, because rules are disabled');
    const rules = response.objects('rules');
    if (!isDefault && !isDrawn) readRules(draft, rules, response.text('rulesOperator'));
    else for (const rule of rules) rule.note('the rule is ignored, as in the tool');
    readResponse(draft, response, context);
    response.end();
    if (mode === 'DISABLE_RULES' && !isDefault) continue;
    // The last response handles every n-th request, the one before it every (n-1)-th of the rest, and so on.
    const turn = index === 0 ? undefined : index + 1;
    const chance = 1 / (responses.length - index);
    if (isSequence) draft.add({ priority: -index, isComplete: true, ...omitUndefined({ every: turn }) });
    else if (mode === 'RANDOM') draft.add({ isComplete: true, ...(chance < 1 ? { probability: chance } : {}) });
    // Responses with rules take precedence over the default response.
    else draft.add({ priority: isDefault ? 1 : 0, isComplete: true });
  }
  route.end();
}

function readRules(draft: StubDraft, rules: readonly ForeignObject[], operator: string): void {
  if (rules.length === 0) draft.refuse('a response that is not the default needs rules');
  const isEither = operator === 'OR' && rules.length > 1;
  if (isEither) draft.condition(() => `(${rules.map((rule) => ruleCondition(draft, rule)).join(' || ')})`);
  else for (const rule of rules) draft.condition(() => ruleCondition(draft, rule));
}

/** Writes a rule as a condition. @throws Error for an unsupported rule */
function ruleCondition(draft: StubDraft, rule: ForeignObject): string {
  const value = rule.text('value');
  const compares = rule.text('operator') || (rule.value('isRegex') === true ? 'regex' : 'equals');
  const target = targetOf(draft, rule);
  if (value.includes('{{')) throw new Error('a template in a rule is not supported');
  const condition = compare(target, compares, value);
  const isInverted = rule.value('invert') === true;
  rule.end();
  return isInverted ? `!(${condition})` : condition;
}

function compare(target: string, operator: string, value: string): string {
  switch (operator) {
    case 'equals':
      return target.startsWith('request.')
        ? `${target} == ${literal(value)}`
        : `(string(${target}) == ${literal(value)} || ${target}.exists(v, string(v) == ${literal(value)}))`;
    case 'array_includes':
      return `${target}.exists(v, string(v) == ${literal(value)})`;
    case 'regex':
      return finds(target, value);
    case 'regex_i':
      return finds(target, value, 'i');
    case 'null':
      return `(${target} == null || ${target} == "")`;
    case 'empty_array':
      return `(${target} != null && string(${target}) == "[]")`;
    default:
      throw new Error(`the operator ${operator} is not supported`);
  }
}

/** Writes an expression for the part of the request that a rule compares. */
function targetOf(draft: StubDraft, rule: ForeignObject): string {
  const [target, modifier] = [rule.text('target'), rule.text('modifier')];
  if (modifier.includes('{{')) throw new Error('a template in a rule is not supported');
  const path = (root: string): string =>
    modifier.startsWith('$')
      ? selects(root, modifier)
      : modifier.split('.').reduce((inner, name) => member(inner, name), root);
  switch (target) {
    case 'query':
      return path('query');
    case 'header':
      return draft.sent('headers', modifier);
    case 'cookie':
      return `headers["cookie"].split(";").filter(c, c.split("=").first().trim() == ${literal(modifier)}).map(c, c.split("=").last()).first()`;
    case 'params':
      return draft.segment(modifier);
    case 'method':
      return 'request.method.lower()';
    case 'path':
      return 'request.path';
    case 'body':
      return modifier === '' ? 'request.text' : path('body');
    default:
      throw new Error(`a rule for ${target} "${modifier}" is not supported`);
  }
}

function readResponse(draft: StubDraft, response: ForeignObject, { buckets, files, latency, headers }: Context): void {
  if (response.value('disableTemplating') !== true) draft.template('mockoon');
  const [type, file] = [response.text('bodyType') || 'INLINE', response.text('filePath')];
  const [text, bucket] = [response.text('body'), buckets.get(response.text('databucketID'))];
  // Mockoon sends JSON if no type is set.
  draft.headers['content-type'] = 'application/json';
  for (const [name, value] of [...headers, ...response.pairs('headers')]) draft.headers[name.toLowerCase()] = value;
  draft.effect['status'] = response.number('statusCode') ?? 200;
  const isStored = type === 'DATABUCKET' && bucket?.resource !== undefined;
  if (type === 'FILE' || file !== '') draft.file(file, files);
  else if (isStored) draft.text(`{{data '${bucket.name}'}}`);
  else draft.text(type === 'DATABUCKET' ? (bucket?.text ?? '') : text);
  const shown = `${draft.effect['body'] ?? ''}${stringifyJson(draft.headers)}`;
  for (const each of new Set(buckets.values()))
    if (/\{\{[^{}]*\bdata/.test(shown))
      draft.data[each.name] =
        each.resource === undefined ? parseBodyValue(each.text) : `=all(${literal(each.resource)})`;
  draft.delay(latency + (response.number('latency') ?? 0));
  response.ignore('sendFileAsBody');
  for (const callback of response.objects('callbacks')) callback.omit('a callback is not sent');
}

/**
 * Adds the calls of a CRUD route, so that the description contains its resource, and stores the items of its data
 * bucket.
 */
function readCrud(route: ForeignObject, path: string, { buckets, headers }: Context): void {
  const [response, ...others] = route.objects('responses');
  for (const each of others) each.omit('a CRUD route has only its data bucket');
  const bucket = buckets.get(response?.text('databucketID') ?? '');
  const isTemplate = bucket?.text.includes('{{') === true;
  const items = isTemplate ? [] : parseBodyValue(bucket?.text ?? '');
  let records: ImportedRecords | undefined;
  const key = response?.text('crudKey') || 'id';
  // The simulator derives a resource name from the words in its path.
  const name = path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .join('.');
  if (isTemplate) route.omit('the items are made by a template; the list is empty at the start');
  if (!Array.isArray(items) || !items.every(isObject)) route.omit('only a list of objects can be stored');
  else {
    if (route.into.records.has(name)) throw new ImportError(`${route.place}: there are two resources "${name}"`);
    records = { key, path, items };
    route.into.records.set(name, records);
    if (bucket !== undefined) bucket.resource = name;
  }
  const [item]: unknown[] = Array.isArray(items) ? items : [];
  // A request can omit any member.
  const members = Array.isArray(items) ? items.flatMap((each) => Object.entries(membersOf(each))) : [];
  const properties = Object.fromEntries(members.map(([each, value]) => [each, typeSchema(value)]));
  const schema = { type: 'object', properties };
  const one = `${path}/:${key}`;
  response?.ignore('uuid bodyType body statusCode label disableTemplating rulesOperator default').end();
  route.ignore('method responseMode').end();
  route.note('PUT, PATCH and DELETE of the whole list are not supported');
  if (headers.some(([name]) => !/^content-type$/i.test(name)))
    route.omit('the headers of the environment are not sent');
  const ofList = ['GET', 'POST'].map((method) => ({ method, url: path }));
  const ofItem = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, url: one }));
  for (const { method, url } of [...ofList, ...ofItem]) {
    const status = method === 'POST' ? 201 : 200;
    const body = url === path && method === 'GET' ? items : item;
    const sent = /^P/.test(method)
      ? { body: { mediaType: 'application/json', value: isObject(item) ? item : {}, schema } }
      : {};
    const call = { place: route.place, name: `${method} ${url}`, group: '', method, url, headers: {}, isLocal: true };
    const query = url === path && method === 'GET' && records !== undefined ? listCrudParameters(records) : [];
    addCall(route.into, {
      ...call,
      ...sent,
      query: query.map((each) => [each, '']),
      responses: [{ status, headers: {}, ...omitUndefined({ body }), ...(body === item ? { schema } : {}) }],
    });
  }
}

/** Returns a schema that allows any value of the same type. */
function typeSchema(value: unknown): object {
  const type = Array.isArray(value) ? 'array' : typeof value;
  return value === null ? {} : { type };
}
