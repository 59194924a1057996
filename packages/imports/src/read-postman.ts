import { parseBodyValue } from '@understudy/conformance';
import { isObject, membersOf } from '@understudy/contract';
import { applyAuth } from './apply-auth.js';
import { toBodyExpression } from './cel.js';
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
  type QueryPairs,
} from './imported.js';

/** Reads a Postman collection, version 2.0 or 2.1. */
export function readPostman(file: ForeignObject): void {
  file.into.title ||= file.object('info').text('name');
  readVariables(file, 'variable');
  readItems(file, { auth: undefined, group: file.into.title, depth: 0 });
  file.end();
}

/** Reads the variables of a Postman environment or globals file. */
export function readPostmanEnvironment(file: ForeignObject): void {
  readVariables(file, 'values');
  file.ignore('id name timestamp color synced owner team isDeleted syncedFilename lastUpdatedBy lastRevision');
  file.ignore('_postman_variable_scope _postman_exported_at _postman_exported_using').end();
}

function readVariables(file: ForeignObject, list: string): void {
  for (const variable of file.objects(list)) {
    const isOff = variable.value('disabled') === true || variable.value('enabled') === false;
    if (isOff) variable.note('it is disabled');
    const [name, value] = [variable.text('key id name'), variable.text('value')];
    if (!isOff) file.into.variables.push(createVariable(name, value, variable.text('type') === 'secret'));
    variable.ignore('type enabled description hovered warning system sessionValue sessionIndex').end();
  }
}

interface Folder {
  readonly auth: ForeignObject | undefined;
  /** The topmost folder. */
  readonly group: string;
  readonly depth: number;
}

function readItems(folder: ForeignObject, above: Folder): void {
  readScripts(folder);
  if (above.depth > 0) readVariables(folder, 'variable');
  const auth = folder.has('auth') ? folder.object('auth') : above.auth;
  for (const item of folder.objects('item')) {
    item.ignore('id _postman_id uid description _postman_isSubFolder createdAt updatedAt');
    if (item.has('request')) readItem(item, auth, above.group);
    else if (above.depth > 40) item.omit('is nested too deeply');
    else {
      const group = above.depth === 0 ? item.text('name') : above.group;
      readItems(item, { auth, group, depth: above.depth + 1 });
      item.ignore('name').end();
    }
  }
}

function readItem(item: ForeignObject, inherited: ForeignObject | undefined, group: string): void {
  const { status, outputs } = readScripts(item);
  const short = item.text('request');
  const request = item.object('request').ignore('description name id');
  const auth = applyAuth(request.has('auth') ? request.object('auth') : inherited);
  const { url, search } = readUrl(request, short);
  const listed = request.text('header');
  addCall(item.into, {
    place: item.place,
    name: item.text('name') || url,
    group,
    method: (request.text('method') || 'GET').toUpperCase(),
    url,
    query: [...search, ...auth.query],
    headers: { ...auth.headers, ...joinHeaders(listed ? headerLines(listed) : request.pairs('header')) },
    body: readBody(request),
    isMocked: true,
    ...(outputs.length === 0 ? {} : { outputs }),
    responses: [...(status === undefined ? [] : [{ status, headers: {} }]), ...readResponses(item)],
  });
  request.end();
  readVariables(item, 'variable');
  item.end();
}

const expectation =
  /(?:to\.have\.status\(|(?:response\.code|responseCode\.code)\)?\s*(?:\.to\.(?:be\.)?eq\w*\(|===?\s*))(\d{3})\b/;

interface ReadScripts {
  /** The status that a test expects. */
  readonly status?: number;
  /** Variables that a test copies from the response. */
  readonly outputs: NameValuePairs;
}

/** Reads the expected status and copied values from the scripts without running them, and reports the rest. */
function readScripts(item: ForeignObject): ReadScripts {
  let status: number | undefined;
  const outputs: [string, string][] = [];
  for (const event of item.objects('event')) {
    const { exec = '' } = membersOf(event.value('script'));
    const code = [exec].flat().join('\n').trim().slice(0, 100_000);
    const listen = event.text('listen');
    const found = listen === 'test' ? expectation.exec(code)?.[1] : undefined;
    const copied = listen === 'test' ? readCopies(code) : [];
    if (found !== undefined) status = Number(found);
    outputs.push(...copied);
    const carried = [
      ...(found === undefined ? [] : [`its status ${found}`]),
      ...copied.map(([name]) => `the variable ${name}`),
    ];
    const only = carried.length === 0 ? '' : `; only ${carried.join(', ')} is carried over`;
    const [, body = ''] = declaration.exec(code) ?? [];
    const rest = code.split('\n').filter((line) => !isCarried(line, body));
    const what = `the script "${listen}" of ${code.split('\n').length} lines is not executed${only}`;
    if (code !== '' && rest.length > 0) event.omit(what);
    else if (code !== '') event.note(what);
  }
  return { outputs, ...(status === undefined ? {} : { status }) };
}

const bodyOf = String.raw`(?:pm\.response\.json\(\)|JSON\.parse\((?:responseBody|pm\.response\.text\(\))\))`;
const declaration = new RegExp(
  `^[ \\t]*(?:const|let|var)[ \\t]+(\\w+)[ \\t]*=[ \\t]*${bodyOf}[ \\t]*(?:;[ \\t]*)?$`,
  'm',
);
const copy =
  /(?:pm\.(?:collectionVariables|environment|globals|variables)\.set|postman\.set(?:Environment|Global)Variable)\(\s*(['"])([^'"]+)\1\s*,\s*([^;\n]+?)\s*\)\s*;?\s*$/gm;

/** Returns the variables that a script copies from the response, with their expressions. */
function readCopies(code: string, body = declaration.exec(code)?.[1] ?? ''): [string, string][] {
  return [...code.matchAll(copy)].flatMap(([, , name = '', value = '']): [string, string][] => {
    const path = value.replace(new RegExp(`^${bodyOf}|^${body || '(?!)'}\\b`), '');
    const [, header] = /^pm\.response\.headers\.get\(\s*['"]([\w-]+)['"]\s*\)$/.exec(value) ?? [];
    if (header !== undefined) return [[name, `$response.header.${header}`]];
    const expression = path === value ? undefined : toBodyExpression(path.replaceAll('?.', '.'));
    return expression === undefined ? [] : [[name, expression]];
  });
}

/** Returns whether a script line contains only statements that are imported. */
function isCarried(line: string, body: string): boolean {
  const isBare = /^(?:\/\/.*|[)}\];]*|pm\.test\(.*(?:\{|=>))$/.test(line.trim());
  return (
    isBare ||
    declaration.test(line) ||
    readCopies(line, body).length > 0 ||
    /^\s*pm\.response\.to\.have\.status\(\d{3}\);?\s*$/.test(line)
  );
}

function readUrl(request: ForeignObject, short: string): { url: string; search: QueryPairs } {
  const value = request.value('url');
  if (!isObject(value)) return fillPathParameters(request.text('url') || short, []);
  const url = request.object('url').ignore('port hash auth');
  const join = (part: unknown, sign: string): string =>
    [part]
      .flat()
      .map((each) => String(membersOf(each).value ?? each ?? ''))
      .join(sign);
  const port = value['port'] ? `:${String(value['port'])}` : '';
  const scheme = url.text('protocol') || 'http';
  const parts = `${scheme}://${join(url.value('host'), '.')}${port}/${join(url.value('path'), '/').replace(/^\//, '')}`;
  const read = fillPathParameters(url.text('raw') || parts, url.pairs('variable'));
  const query = url.value('query') === undefined ? read.search : url.pairs('query');
  url.end();
  return { url: read.url, search: query };
}

const rawTypes = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
]);

function readBody(request: ForeignObject): ImportedCall['body'] {
  const body = request.object('body').ignore('options');
  const mode = body.text('mode');
  if (body.value('disabled') === true) body.note('it is disabled');
  if (body.value('disabled') === true) return undefined;
  const { query = '', variables = '', operationName } = membersOf(body.value(mode));
  const language = String(membersOf(membersOf(membersOf(body.value('options')).raw)).language);
  if (mode === 'raw') {
    const isJson = typeof parseBodyValue(body.text('raw')) === 'object';
    return createTextBody(rawTypes.get(language) ?? (isJson ? 'application/json' : 'text/plain'), body.text('raw'));
  }
  if (mode === 'urlencoded') return createFormBody('application/x-www-form-urlencoded', body.pairs(mode));
  if (mode === 'formdata') return createFormBody('multipart/form-data', body.pairs(mode));
  if (mode === 'graphql') {
    const named = operationName ? { operationName } : {};
    return { mediaType: 'application/json', value: { query, variables: parseBodyValue(String(variables)), ...named } };
  }
  if (mode !== '') body.omit(`a body of mode "${mode}" is not supported`);
  return undefined;
}

function readResponses(item: ForeignObject): ImportedCall['responses'] {
  return item.objects('response').flatMap((response) => {
    const list = response.value('header');
    const headers = typeof list === 'string' ? headerLines(list) : response.pairs('header');
    const status = response.number('code') ?? 0;
    const [name, body] = [response.text('name'), parseBodyValue(response.text('body'))];
    const asked = readUrl(response.object('originalRequest'), response.text('originalRequest'));
    if (status >= 100 && status <= 599) return [{ name, asked, status, headers: Object.fromEntries(headers), body }];
    response.omit('has no status');
    return [];
  });
}

function headerLines(text: string): [string, string][] {
  return [...text.matchAll(/^([^:\r\n]+):[ \t]*([^\r\n]*)/gm)].map(([, name = '', value = '']) => [name, value]);
}
