import { isObject, membersOf, stringifyJson } from '@understudy/contract';
import { applyAuth } from './apply-auth.js';
import type { ForeignObject } from './foreign-object.js';
import {
  addCall,
  createFormBody,
  createTextBody,
  createVariable,
  fillPathParameters,
  type ImportedCall,
  joinHeaders,
  type NameValuePairs,
} from './imported.js';

/** Reads an Insomnia export of version 4: a flat list of resources with parents. */
export function readInsomnia4(file: ForeignObject): void {
  const resources = file.objects('resources');
  const byId = new Map(resources.map((each) => [each.text('_id'), each]));
  const foldersAbove = (item: ForeignObject, depth = 0): ForeignObject[] => {
    const parent = byId.get(item.text('parentId'));
    return parent === undefined || depth > 40 ? [] : [...foldersAbove(parent, depth + 1), parent];
  };
  for (const resource of resources) {
    const type = resource.text('_type');
    const [workspace, ...folders] = type === 'request' ? foldersAbove(resource) : [];
    if (type === 'request') readRequest(resource, folders, workspace?.text('name') ?? '');
    else if (type === 'environment') readData(resource, 'data');
    else if (type === 'request_group') readGroup(resource);
    else if (type === 'workspace') file.into.title ||= resource.text('name');
    else if (!/^(?:cookie_jar|api_spec)$/.test(type) || resource.has('contents') || resource.has('cookies'))
      resource.omit(`a resource of type "${type}" is not supported`);
  }
  file.ignore('_type __export_format __export_date __export_source').end();
}

/** Reads an Insomnia collection of version 5: nested YAML. */
export function readInsomnia5(file: ForeignObject): void {
  const environments = file.object('environments').ignore('name meta');
  for (const each of [environments, ...environments.objects('subEnvironments')]) readData(each, 'data');
  environments.end();
  file.into.title ||= file.text('name');
  readChildren(file.objects('collection'), [], file.into.title);
  file.object('cookieJar').ignore('name meta').end();
  file.ignore('type schema_version meta').end();
}

function readChildren(items: readonly ForeignObject[], above: readonly ForeignObject[], title: string): void {
  for (const item of items) {
    if (item.has('method')) readRequest(item, above, title);
    else if (!item.has('children') || above.length > 40) item.omit('is no HTTP request');
    else {
      readGroup(item);
      readChildren(item.objects('children'), [...above, item], title);
      item.ignore('name meta description authentication headers').end();
    }
  }
}

function readGroup(group: ForeignObject): void {
  readData(group, 'environment');
  listScripts(group);
}

function listScripts(item: ForeignObject): void {
  const { preRequest, afterResponse } = membersOf(item.value('scripts'));
  for (const script of [preRequest, afterResponse, item.value('preRequestScript'), item.value('afterResponseScript')])
    if (script) item.omit(`a script of ${String(script).split('\n').length} lines is not executed`);
}

/** @param above the request's folders, outermost first @param title the group of a request without a folder */
function readRequest(request: ForeignObject, above: readonly ForeignObject[], title: string): void {
  request.ignore('_id _type parentId modified created meta description metaSortKey isPrivate settings authentication');
  request.ignore(request.names.filter((name) => name.startsWith('setting')).join(' '));
  listScripts(request);
  const template = (text: string): string => normalTemplate(text, request);
  const pairs = (list: string, owner = request): NameValuePairs =>
    owner.pairs(list, 'name').map(([name, value]) => [template(name), template(value)]);
  const owner = [...above, request].findLast((each) => each.has('authentication'));
  const auth = applyAuth(owner?.object('authentication'), template);
  const inherited = above.map((folder) => joinHeaders(pairs('headers', folder)));
  const { url, search } = fillPathParameters(template(request.text('url')), pairs('pathParameters'));
  addCall(request.into, {
    ...{ place: request.place, name: request.text('name'), url, responses: [] },
    group: above[0]?.text('name') ?? title,
    method: (request.text('method') || 'GET').toUpperCase(),
    query: [...search, ...pairs('parameters'), ...auth.query],
    headers: Object.assign({}, auth.headers, ...inherited, joinHeaders(pairs('headers'))),
    body: readBody(request, template),
  });
  request.end();
}

function readBody(request: ForeignObject, template: (text: string) => string): ImportedCall['body'] {
  const body = request.object('body');
  const mediaType = body.text('mimeType') || 'text/plain';
  const fields = body.pairs('params', 'name').map(([name, value]) => [name, template(value)] as const);
  const text = template(body.text('text'));
  body.end();
  if (/form/.test(mediaType) && text === '') return createFormBody(mediaType, fields);
  return createTextBody(/graphql/.test(mediaType) ? 'application/json' : mediaType, text);
}

/**
 * Normalizes a template: `{{ _.base_url }}` becomes `{{base_url}}`, and tags such as `{% response … %}` become
 * variables.
 */
function normalTemplate(text: string, at: ForeignObject): string {
  return text
    .replace(/\{\{([^{}|]+)(\|[^{}]*)?\}\}/g, (_whole, text: string, filter?: string) => {
      const name = text.trim().replace(/^_\./, '');
      if (filter !== undefined) at.omit(`the filter "${/\w+/.exec(filter)?.[0]}" on ${name} is not supported`);
      return `{{${name}}}`;
    })
    .replace(/\{%-?\s*(\w+)\b[^%]*%\}/g, (_whole, tag: string) => {
      at.omit(`the tag {% ${tag} %} is replaced by the input ${tag}Tag`);
      return `{{${tag}Tag}}`;
    });
}

/** Reads the values of an environment. Nested names are joined with dots. */
function readData(holder: ForeignObject, field: string, value = holder.value(field), prefix = ''): void {
  if (!isObject(value) || prefix.length > 500) return;
  for (const [name, each] of Object.entries(value)) {
    if (isObject(each)) readData(holder, field, each, `${prefix}${name}.`);
    else {
      const text = typeof each === 'string' ? normalTemplate(each, holder) : stringifyJson(each);
      holder.into.variables.push(createVariable(prefix + name, text));
    }
  }
}
