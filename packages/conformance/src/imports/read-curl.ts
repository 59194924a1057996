import { parseArgs } from 'node:util';
import {
  createFormBody,
  createTextBody,
  fillPathParameters,
  type ImportedCall,
  type ImportResult,
} from './imported.js';

const string = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;
const withValue = [
  'data-raw',
  'data-binary',
  'data-ascii',
  'data-urlencode',
  'json',
  'form-string',
  'url',
  'oauth2-bearer',
];
const ignored = 'max-time connect-timeout retry write-out cacert retry-delay limit-rate proto'.split(' ');
const flags = 'compressed http1.1 http2 no-buffer progress-bar fail-with-body location-trusted tlsv1.2'.split(' ');
const letters = { s: 'silent', k: 'insecure', L: 'location', i: 'include', v: 'verbose', f: 'fail', S: 'show-error' };
const options = {
  request: { ...string, short: 'X' },
  header: { ...string, short: 'H' },
  data: { ...string, short: 'd' },
  form: { ...string, short: 'F' },
  user: { ...string, short: 'u' },
  cookie: { ...string, short: 'b' },
  'user-agent': { ...string, short: 'A' },
  referer: { ...string, short: 'e' },
  output: { ...string, short: 'o' },
  get: { ...flag, short: 'G' },
  head: { ...flag, short: 'I' },
  globoff: { ...flag, short: 'g' },
  ...Object.fromEntries([...withValue, ...ignored].map((name) => [name, string])),
  ...Object.fromEntries(flags.map((name) => [name, flag])),
  ...Object.fromEntries(Object.entries(letters).map(([short, name]) => [name, { ...flag, short }])),
};

/** Reads the `curl` commands in a shell script without running anything. Variables and substitutions become inputs. */
export function readCurl(text: string, file: string, into: ImportResult): void {
  for (const { words, line } of commandsOf(text)) {
    const place = `${file}:${line}`;
    const omit = (what: string): unknown => into.omissions.push({ place, what });
    const at = words.findIndex((word) => /(?:^|[\\/])curl(?:\.exe)?$/.test(word));
    if (words.includes('{{substitution}}') || words.some((word) => word.includes('{{substitution}}')))
      omit('a substitution such as $(…) is not executed; it is replaced by the input substitution');
    if (at < 0) omit(`the command "${words.join(' ').slice(0, 80)}" is not run`);
    else into.calls.push(...readCommand(words.slice(at + 1), place, omit));
  }
}

function readCommand(words: string[], place: string, omit: (what: string) => unknown): ImportedCall[] {
  const { values, positionals, tokens } = parseArgs({
    ...{ args: words, options, allowPositionals: true, strict: false, tokens: true },
  });
  for (const token of tokens)
    if (token.kind === 'option' && !Object.hasOwn(options, token.name))
      omit(`the option ${token.rawName} is not supported`);
  const all = (name: string): string[] => [Object(values)[name] ?? []].flat().map(String);
  const headers: Record<string, string> = {};
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) headers[name] = value;
  };
  set('User-Agent', all('user-agent')[0]);
  set('Referer', all('referer')[0]);
  set('Authorization', all('oauth2-bearer').map((token) => `Bearer ${token}`)[0]);
  for (const cookie of all('cookie'))
    if (cookie.includes('=')) headers['Cookie'] = cookie;
    else omit(`the cookie file "${cookie}" is not imported`);
  if (all('user').length > 0) {
    headers['Authorization'] = 'Basic {{basicCredentials}}';
    omit('the user and password become the input basicCredentials, in base64');
  }
  if (all('json').length > 0)
    Object.assign(headers, { 'Content-Type': 'application/json', Accept: 'application/json' });
  for (const header of all('header')) {
    const [, name = '', value = ''] = /^([^:;]+)[:;]\s*(.*)$/s.exec(header) ?? [];
    if (name !== '') set(name, value);
  }
  const isGet = values['get'] === true;
  const { body, pairs } = readBody(all, headers, omit);
  const method = all('request').at(-1) ?? (values['head'] ? 'HEAD' : body === undefined || isGet ? 'GET' : 'POST');
  const urls = [...positionals, ...all('url')];
  if (urls.length === 0) omit('the command has no URL');
  return urls.map((each) => {
    const { url, search } = fillPathParameters(each, []);
    const name = `${method} ${url.replace(/^\w+:\/\/[^/]*/, '') || '/'}`;
    const sent = isGet ? { query: [...search, ...pairs], body: undefined } : { query: search, body };
    return { place, name, group: 'curl', method: method.toUpperCase(), url, headers, responses: [], ...sent };
  });
}

type Sent = { body: ImportedCall['body']; pairs: [string, string][] };

function readBody(all: (name: string) => string[], headers: object, omit: (what: string) => unknown): Sent {
  const content = (text: string): string => {
    if (!/^[@<]/.test(text)) return text;
    omit(`the file "${text.slice(1)}" is not imported; pass its content as the input body`);
    return '{{body}}';
  };
  const split = (text: string): [string, string] => [text.split('=')[0] ?? '', content(text.split(/=(.*)/s)[1] ?? '')];
  const form = [...all('form'), ...all('form-string')].map(split);
  if (form.length > 0) return { body: createFormBody('multipart/form-data', form), pairs: form };
  const encoded = all('data-urlencode').map((text) => split(text.replace(/^=/, '')));
  const texts = [
    ...all('data-raw'),
    ...['data', 'data-binary', 'data-ascii', 'json'].flatMap((name) => all(name).map(content)),
  ];
  const declared = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = String(declared ?? 'application/x-www-form-urlencoded');
  const text = texts.join(/json/.test(type) ? '' : '&');
  const pairs = [...new URLSearchParams(text), ...encoded];
  const isForm = /urlencoded/.test(type) && !/^\s*[{[<]/.test(text) && !text.includes('{{body}}');
  return { body: isForm && pairs.length > 0 ? createFormBody(type, pairs) : createTextBody(type, text), pairs };
}

const token =
  /\\\r?\n|\\([\s\S])|\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|(\$\([^()]*\)|`[^`]*`)|\$\{?(\w+)\}?|(\r?\n|;|&&|\|\|?|&)|(\s+)|([^\s'"\\$`;&|]+|[\s\S])/g;
const control = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** Splits a script into commands and words as a shell does, without running or expanding anything. */
function commandsOf(text: string): { words: string[]; line: number }[] {
  const commands: { words: string[]; line: number }[] = [{ words: [], line: 1 }];
  let [line, isOpen] = [1, false];
  const add = (part: string): void => {
    const words = commands.at(-1)?.words ?? [];
    if (isOpen) words.push(`${words.pop() ?? ''}${part}`);
    else words.push(part);
    isOpen = true;
  };
  for (const [whole, escaped, ansi, single, double, code, name, end, space, plain] of text
    .replace(/^[ \t]*#.*$/gm, '')
    .matchAll(token)) {
    line += whole.split('\n').length - 1;
    if (end !== undefined) commands.push({ words: [], line });
    if (end !== undefined || space !== undefined) isOpen = false;
    else if (ansi !== undefined)
      add(
        ansi.replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (_, hex?: string, sign = '') =>
          hex === undefined ? (control.get(sign) ?? sign) : String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      );
    else if (double !== undefined)
      add(
        double.replace(
          /\\\r?\n|\\([$`"\\])|(\$\([^()]*\)|`[^`]*`)|\$\{?(\w+)\}?/g,
          (_, sign?: string, ran?: string, variable?: string) =>
            sign ?? (ran !== undefined ? '{{substitution}}' : variable === undefined ? '' : `{{${variable}}}`),
        ),
      );
    else if (code !== undefined) add('{{substitution}}');
    else if (name !== undefined) add(`{{${name}}}`);
    else if (escaped !== undefined || single !== undefined || plain !== undefined)
      add(escaped ?? single ?? plain ?? '');
  }
  return commands.filter(({ words }) => words.length > 0 && words.join('') !== '$');
}
