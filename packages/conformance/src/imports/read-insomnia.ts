import { isObject } from '@understudy/contract';
import { applyAuth } from './apply-auth.js';
import type { ForeignObject } from './foreign-object.js';
import {
  createFormBody,
  createTextBody,
  createVariable,
  fillPathParameters,
  type ImportedCall,
  type NameValuePairs,
} from './imported.js';

/** Reads an Insomnia export of version 4: a flat list of resources with parents. */
export function readInsomnia4(file: ForeignObject): void {
  const resources = file.objects('resources');
  const byId = new Map(resources.map((each) => [each.text('_id'), each]));
  const groupOf = (id: string, depth = 0): string => {
    const group = byId.get(id);
    const parent = group?.text('parentId') ?? '';
    const isNested = depth < 40 && byId.get(parent)?.text('_type') === 'request_group';
    return isNested ? groupOf(parent, depth + 1) : (group?.text('name') ?? '');
  };
  for (const resource of resources) {
    const type = resource.text('_type');
    if (type === 'request') readRequest(resource, groupOf(resource.text('parentId')));
    else if (type === 'environment') readData(resource, 'data');
    else if (type === 'request_group') readGroup(resource);
    else if (type === 'workspace') file.into.title ||= resource.text('name');
    else if (type !== 'cookie_jar' && (type !== 'api_spec' || resource.has('contents')))
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
  readChildren(file, 'collection', file.into.title, 0);
  file.ignore('type schema_version meta cookieJar').end();
}

function readChildren(folder: ForeignObject, list: string, above: string, depth: number): void {
  for (const item of folder.objects(list)) {
    if (item.has('method')) readRequest(item, above);
    else if (!item.has('children') || depth > 40) item.omit('is no HTTP request');
    else {
      readGroup(item);
      readChildren(item, 'children', depth === 0 ? item.text('name') : above, depth + 1);
      item.ignore('name meta description authentication').end();
    }
  }
}

function readGroup(group: ForeignObject): void {
  readData(group, 'environment');
  if (group.has('headers')) group.omit('headers of a folder are not supported', 'headers');
  if (group.has('authentication')) group.omit('authorization of a folder is not supported', 'authentication');
  listScripts(group);
}

function listScripts(item: ForeignObject): void {
  const { preRequest, afterResponse } = Object(item.value('scripts'));
  for (const script of [preRequest, afterResponse, item.value('preRequestScript'), item.value('afterResponseScript')])
    if (script) item.omit(`a script of ${String(script).split('\n').length} lines is not executed`);
}

function readRequest(request: ForeignObject, group: string): void {
  request.ignore('_id _type parentId modified created meta description metaSortKey isPrivate settings');
  request.ignore(request.names.filter((name) => name.startsWith('setting')).join(' '));
  listScripts(request);
  const template = (text: string): string => normalTemplate(text, request);
  const pairs = (list: string): NameValuePairs =>
    request.pairs(list, 'name').map(([name, value]) => [template(name), template(value)]);
  const auth = applyAuth(request.has('authentication') ? request.object('authentication') : undefined);
  const { url, search } = fillPathParameters(template(request.text('url')), pairs('pathParameters'));
  request.into.calls.push({
    ...{ place: request.place, name: request.text('name'), group, url, responses: [] },
    method: (request.text('method') || 'GET').toUpperCase(),
    query: [...search, ...pairs('parameters'), ...auth.query],
    headers: { ...auth.headers, ...Object.fromEntries(pairs('headers')) },
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
      if (filter !== undefined) at.omit(`the filter "${filter.slice(1).trim()}" on ${name} is not supported`);
      return `{{${name}}}`;
    })
    .replace(/\{%-?\s*(\w+)[^%]*%\}/g, (_whole, tag: string) => {
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
      const text = typeof each === 'string' ? normalTemplate(each, holder) : JSON.stringify(each);
      holder.into.variables.push(createVariable(prefix + name, text));
    }
  }
}
