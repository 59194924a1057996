import { type Criterion, parseBodyValue } from '@understudy/conformance';
import { applyAuth } from './apply-auth.js';
import { toBodyExpression } from './cel.js';
import { ForeignObject } from './foreign-object.js';
import {
  addCall,
  createFormBody,
  createTextBody,
  createVariable,
  fillPathParameters,
  type ImportedCall,
  type ImportResult,
  joinHeaders,
  type NameValuePairs,
  referToFile,
} from './imported.js';

const method = /^(?:get|post|put|patch|delete|head|options|http)$/;
const used = new RegExp(`${method.source}|^(?:vars|example)`);
const script = /^(?:script:.+|tests)$/;
/** Blocks that an import does not need. */
const meaningless = /^(?:meta|docs|settings)$/;

/** Reads the .bru files of a Bruno collection. @param texts file contents by path */
export function readBruno(texts: ReadonlyMap<string, string>, into: ImportResult): void {
  const files = [...texts].map(([name, text]) => new BruFile(name, text, into));
  const depth = ({ name }: BruFile): number => name.split('/').length;
  // The innermost folder comes last.
  const shared = files
    .filter(({ name }) => /(?:^|\/)(?:collection|folder)\.bru$/.test(name))
    .sort((one, other) => depth(one) - depth(other));
  for (const file of files) {
    readVariables(file, into);
    const isUsed = shared.includes(file) || file.names.some((name) => used.test(name));
    if (!isUsed) file.omit('has no request');
  }
  const requests = files
    .filter(({ hasRequest }) => hasRequest)
    .map((file) => ({ file, group: groupOf(file), order: Number(file.pair('meta', 'seq') ?? 0) }))
    .sort((one, other) => one.group.localeCompare(other.group) || one.order - other.order);
  for (const { file } of requests) {
    const above = shared.filter(({ folder }) => file.name.startsWith(folder));
    addCall(into, readRequest(file, above, into));
  }
  for (const file of files)
    for (const { responses, ...example } of file.examples)
      if (!isExampleOf(example, file))
        addCall(into, {
          ...{ place: file.name, group: groupOf(file), isExample: true, isMocked: true, headers: {} },
          ...{ ...example, ...queryOf(example.url), responses },
        });
  for (const file of files) file.end();
  for (const file of requests.length === 0 ? shared : []) file.omit('there is no request that it applies to');
}

function groupOf({ folder }: BruFile): string {
  return folder.split('/')[0] ?? '';
}

/** Reads the bruno.json file of a collection. */
export function readBrunoSettings(file: ForeignObject): void {
  file.into.title ||= file.text('name');
  file.ignore('version type ignore size filesCount presets').end();
}

function readVariables(file: BruFile, into: ImportResult): void {
  for (const name of ['vars', 'vars:pre-request'])
    for (const [key, value] of file.pairs(name)) into.variables.push(createVariable(key, value));
  for (const name of file.text('vars:secret').split(/[\s,]+/)) if (name !== '') into.variables.push({ name });
}

function readRequest(file: BruFile, above: readonly BruFile[], into: ImportResult): ImportedCall {
  const verb = file.names.find((name) => method.test(name)) ?? 'get';
  const named = verb === 'http' ? file.pair(verb, 'method') : undefined;
  const { url, search } = fillPathParameters(file.pair(verb, 'url') ?? '', file.pairs('params:path'));
  for (const [name] of file.pairs('params:path'))
    if (!(file.pair(verb, 'url') ?? '').includes(`:${name}`)) file.omit(`"${name}" of "params:path" is not in the URL`);
  const listed = [...file.pairs('params:query'), ...file.pairs('query')];
  const mode = file.pair(verb, 'auth') ?? 'none';
  const owner =
    mode === 'inherit' ? above.findLast((each) => (each.pair('auth', 'mode') ?? 'inherit') !== 'inherit') : file;
  const type = mode === 'inherit' ? (owner?.pair('auth', 'mode') ?? 'none') : mode;
  const parts = Object.fromEntries(owner?.pairs(`auth:${type}`) ?? []);
  const auth = applyAuth(new ForeignObject({ ...parts, type }, `${file.name} auth:${type}`, into));
  return {
    ...{ place: file.name, name: file.pair('meta', 'name') ?? file.name, method: (named ?? verb).toUpperCase(), url },
    group: groupOf(file),
    query: [...(listed.length > 0 ? listed : search), ...auth.query],
    headers: Object.assign({}, auth.headers, ...[...above, file].map((each) => joinHeaders(each.pairs('headers')))),
    body: readBody(file, file.pair(verb, 'body') ?? 'none'),
    responses: file.examples.flatMap((each) => (isExampleOf(each, file) ? each.responses : [])),
    isMocked: true,
    criteria: file.pairs('assert').flatMap(([left, right]) => criterionOf(left, right, file)),
    outputs: file.pairs('vars:post-response').flatMap(([name, value]): NameValuePairs => {
      const expression = expressionOf(value);
      if (expression === undefined) file.omit(`the variable ${name} is not set: its expression is not supported`);
      return expression === undefined ? [] : [[name.replace(/^@/, ''), expression]];
    }),
  };
}

const types = new Map([
  ['json', 'application/json'],
  ['text', 'text/plain'],
  ['xml', 'application/xml'],
  ['sparql', 'application/sparql-query'],
]);

function readBody(file: BruFile, mode: string): ImportedCall['body'] {
  const type = types.get(mode);
  if (type !== undefined) return createTextBody(type, file.text(`body:${mode}`) || file.text('body'));
  const kind = mode
    .replace(/([A-Z])/g, (letter) => `-${letter.toLowerCase()}`)
    .replace('form-url-encoded', 'form-urlencoded');
  if (kind === 'form-urlencoded')
    return createFormBody('application/x-www-form-urlencoded', file.pairs(`body:${kind}`));
  if (kind === 'multipart-form') return createFormBody('multipart/form-data', file.pairs(`body:${kind}`));
  if (kind === 'graphql') {
    const variables = parseBodyValue(file.text('body:graphql:vars'));
    return { mediaType: 'application/json', value: { query: file.text('body:graphql'), variables } };
  }
  if (kind !== 'none') file.omit(`a body of mode "${mode}" is not supported`);
  return undefined;
}

/** Converts an expression such as `res.body.user.id` to an Arazzo expression. */
function expressionOf(text: string): string | undefined {
  if (/^\$?res\.status$/.test(text)) return '$statusCode';
  const [, header] = /^\$?res\.headers?(?:\.|\[['"])([\w-]+)(?:['"]\])?$/.exec(text) ?? [];
  if (header !== undefined) return `$response.header.${header}`;
  const [isBody, path = ''] = /^\$?res\.body([.[].*)?$/.exec(text) ?? [];
  return isBody === undefined ? undefined : toBodyExpression(path);
}

const operators = new Map([
  ['eq', '=='],
  ['neq', '!='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);

function criterionOf(left: string, right: string, file: BruFile): Criterion[] {
  const [, word = '', value = ''] = /^(\w+)(?:\s+(.*))?$/s.exec(right) ?? [];
  const expression = expressionOf(left);
  const operator = operators.get(word) ?? (value === '' && /^\d+$/.test(right) ? '==' : undefined);
  const literal = operators.has(word) ? value : right;
  const isPlain = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(literal);
  const quoted = isPlain ? literal : `'${literal.replace(/^(['"])(.*)\1$/s, '$2').replaceAll("'", "''")}'`;
  if (expression !== undefined && /^is(?:Defined|NotEmpty)$/.test(word))
    return [{ condition: `${expression} != null` }];
  if (expression !== undefined && operator !== undefined) return [{ condition: `${expression} ${operator} ${quoted}` }];
  file.omit(`the assertion "${word}" on ${left} is not supported`);
  return [];
}

interface Example extends Pick<ImportedCall, 'name' | 'method' | 'url' | 'body' | 'responses'> {}

/** Returns whether an example shows the request of its file. */
function isExampleOf({ method: verb, url }: Pick<Example, 'method' | 'url'>, file: BruFile): boolean {
  const own = file.names.find((name) => method.test(name));
  return own === verb.toLowerCase() && file.pair(own, 'url')?.split('?')[0] === url.split('?')[0];
}

function queryOf(given: string): Pick<ImportedCall, 'url' | 'query'> {
  const { url, search } = fillPathParameters(given, []);
  return { url, query: search };
}

/** Reads an example, which shows a request and often a response. */
function readExample(text: string): Example | undefined {
  const [request = '', response = ''] = text.split(/^[ \t]*response: \{/m);
  const line = (key: string): string => new RegExp(`^ *${key}: *(.*)$`, 'm').exec(request)?.[1]?.trim() ?? '';
  if (line('url') === '') return undefined;
  // Some converters swap the code and the text of a status.
  const status = /\b(?:code|text):\s{0,9}(\d{3})\b/.exec(response)?.[1];
  const content = response.split("content: '''\n")[1]?.split("'''")[0]?.trim() ?? '';
  const sent = /^( *)body:(json|text|xml): \{\n([\s\S]*?)\n\1\}$/m.exec(request);
  const shown = { name: line('name') || 'Example', body: parseBodyValue(content) };
  return {
    ...{ name: shown.name, url: line('url'), method: (line('method') || 'get').toUpperCase() },
    body: sent === null ? undefined : createTextBody(types.get(sent[2] ?? '') ?? '', sent[3] ?? ''),
    responses: status === undefined ? [] : [{ ...shown, status: Number(status), headers: {} }],
  };
}

/** A .bru file, split into blocks. A closing bracket at the start of a line ends a block. */
class BruFile {
  readonly #blocks = new Map<string, string>();
  readonly #read = new Set<string>();
  readonly #listed = new Set<string>();
  readonly #pairs = new Map<string, [string, string][]>();
  /** The path with a trailing slash, or an empty string. */
  readonly folder: string;

  constructor(
    readonly name: string,
    text: string,
    readonly into: ImportResult,
  ) {
    this.folder = name.slice(0, name.lastIndexOf('/') + 1);
    into.budget.spend('characters of YAML, Bruno and curl', text.length, name);
    let open: { name: string; lines: string[] } | undefined;
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const [, start] = /^([\w:-]+)\s*[{[]$/.exec(line.trimEnd()) ?? [];
      if (open === undefined && start !== undefined) open = { name: start, lines: [] };
      else if (open !== undefined && /^[}\]]\s*$/.test(line)) {
        const isRepeated = this.#blocks.has(open.name);
        this.#blocks.set(isRepeated ? `${open.name}#${this.#blocks.size}` : open.name, open.lines.join('\n'));
        open = undefined;
      } else if (open !== undefined) open.lines.push(line.replace(/^ {2}/, ''));
      else if (line.trim() !== '') this.omit(`line ${index + 1} is not supported`);
    }
  }

  get hasRequest(): boolean {
    return this.names.some((name) => method.test(name));
  }

  /** Returns the examples, and reports those that contain no request. */
  get examples(): Example[] {
    return this.names.flatMap((name) => {
      if (!name.startsWith('example')) return [];
      const text = this.text(name);
      const example = readExample(text);
      if (example === undefined && text.trim() !== '') this.omit('an example has no request');
      return example ?? [];
    });
  }

  get names(): string[] {
    return [...this.#blocks.keys()];
  }

  text(block: string): string {
    this.#read.add(block);
    return this.#blocks.get(block) ?? '';
  }

  pair(block: string, key: string): string | undefined {
    return this.pairs(block).find(([name]) => name === key)?.[1];
  }

  /** Returns the pairs of a block. Reports disabled entries and files as omitted. */
  pairs(block: string): [string, string][] {
    const pairs = this.#pairs.get(block) ?? this.#readPairs(block);
    this.#pairs.set(block, pairs);
    return pairs;
  }

  #readPairs(block: string): [string, string][] {
    // A value between ''' has several lines.
    const oneLine = (text: string) =>
      text
        .replace(/^\n|\n[ \t]*$/g, '')
        .replace(/^ {2}/gm, '')
        .replaceAll('\n', '\0');
    return this.text(block)
      .split("'''")
      .map((text, index) => (index % 2 === 1 ? oneLine(text) : text))
      .join('')
      .split('\n')
      .flatMap((line): [string, string][] => {
        const [, off, quoted, plain, rest = ''] = /^(~?)(?:"((?:[^"\\]|\\.)*)"|([^:]+)):(.*)$/.exec(line.trim()) ?? [];
        const [value = '', type] = rest.replaceAll('\0', '\n').split(/@contentType\(([^()]*)\)$/);
        if (type !== undefined) this.omit(`the content type ${type} of "${quoted ?? plain}" is not supported`);
        const key = quoted?.replace(/\\(.)/g, '$1') ?? plain?.trim();
        if (key === undefined) return [];
        if (off === '~') this.omit(`"${key}" of ${block} is disabled`, true);
        if (off === '~') return [];
        const paths = /^@file\((.*)\)$/.exec(value.trim())?.[1]?.split('|') ?? [];
        const files = paths.map((path) => referToFile(path, { note: (what) => this.omit(what, true) }));
        return paths.length > 0 ? files.map((file) => [key, file]) : [[key, value.trim()]];
      });
  }

  /** Reports the blocks that were not read. */
  end(): void {
    for (const [name, text] of this.#blocks) {
      const [base = ''] = name.split('#');
      const lines = `of ${text.split('\n').length} lines`;
      if (script.test(base)) this.omit(`the script "${base}" ${lines} is not executed`);
      else if (!this.#read.has(name) && !meaningless.test(base))
        // A request can also contain blocks for other modes.
        this.omit(`the block "${base}" ${lines} is not used`, /^(?:auth|body):/.test(base) && this.hasRequest);
    }
  }

  omit(what: string, isNote = false): void {
    // A block can be read twice.
    if (!this.#listed.has(what))
      this.into.omissions.push({ place: this.name, what, ...(isNote ? { isNote: true } : {}) });
    this.#listed.add(what);
  }
}
