import { parseArgs } from 'node:util';
import { membersOf } from '@understudy/contract';
import {
  addCall,
  createFormBody,
  createTextBody,
  fillPathParameters,
  type ImportedCall,
  type ImportResult,
  joinHeaders,
  type NameValuePairs,
  referToFile,
} from './imported.js';

const string = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;
/** Options with a value, as in `curl --help all`: those that affect the request, those that do not, and all others. */
const read = 'data-raw data-binary data-ascii data-urlencode json form-string url url-query oauth2-bearer stdin';
const ignored = `connect-timeout retry cacert retry-delay limit-rate proto capath dump-header:D keepalive-time max-time:m
  output:o output-dir retry-max-time speed-limit:Y speed-time:y stderr trace trace-ascii write-out:w`;
const unsupported = `abstract-unix-socket alt-svc aws-sigv4 cert:E cert-type ciphers config:K connect-to continue-at:C
  cookie-jar:c crlfile curves delegation doh-url engine etag-compare etag-save expect100-timeout interface key key-type
  local-port max-filesize max-redirs netrc-file noproxy parallel-max pass pinnedpubkey preproxy proto-default proto-redir
  proxy:x proxy-cacert proxy-cert proxy-header proxy-key proxy-pass proxy-user:U proxy1.0 quote:Q range:r rate
  request-target resolve service-name socks4 socks4a socks5 socks5-hostname time-cond:z tls-max tls13-ciphers
  unix-socket`;
const named = (list: string, option: object) =>
  Object.fromEntries(
    list.split(/\s+/).map((each) => {
      const [name = '', short] = each.split(':');
      return [name, short === undefined ? option : { ...option, short }];
    }),
  );
const flags =
  'compressed http1.1 http2 no-buffer progress-bar fail-with-body location-trusted tlsv1.2 silent:s insecure:k location:L include:i verbose:v fail:f show-error:S';
const options = {
  request: { ...string, short: 'X' },
  header: { ...string, short: 'H' },
  data: { ...string, short: 'd' },
  form: { ...string, short: 'F' },
  user: { ...string, short: 'u' },
  cookie: { ...string, short: 'b' },
  'user-agent': { ...string, short: 'A' },
  referer: { ...string, short: 'e' },
  'upload-file': { ...string, short: 'T' },
  get: { ...flag, short: 'G' },
  head: { ...flag, short: 'I' },
  globoff: { ...flag, short: 'g' },
  ...named(`${read} ${ignored}`, string),
  ...named(flags, flag),
};
const others = named(unsupported, string);

type Omit = (what: string, isNote?: boolean) => unknown;

/** Reads the `curl` commands in a shell script without running anything. Variables and substitutions become inputs. */
export function readCurl(text: string, file: string, into: ImportResult): void {
  into.budget.spend('characters of YAML, Bruno and curl', text.length, file);
  for (const { words, line } of commandsOf(text)) {
    const place = `${file}:${line}`;
    const omit: Omit = (what, isNote = false) =>
      into.omissions.push({ place, what, ...(isNote ? { isNote: true } : {}) });
    const at = words.findIndex((word) => /(?:^|[\\/])curl(?:\.exe)?$/.test(word));
    if (words.includes('{{substitution}}') || words.some((word) => word.includes('{{substitution}}')))
      omit('a substitution such as $(…) is not executed; it is replaced by the input substitution');
    if (at < 0)
      omit(`the command "${words[0]?.split('=')[0]?.slice(0, 80)}" is not a curl command and was skipped`, true);
    else {
      const requests: string[][] = [[]];
      for (const word of words.slice(at + 1))
        if (word === '--next' || word === '-:') requests.push([]);
        else requests.at(-1)?.push(word);
      for (const each of requests) for (const call of readCommand(each, place, omit)) addCall(into, call);
    }
  }
}

function readCommand(words: string[], place: string, omit: Omit): ImportedCall[] {
  const { values, positionals, tokens } = parseArgs({
    ...{ args: words, options: { ...options, ...others }, allowPositionals: true, strict: false, tokens: true },
  });
  for (const token of tokens)
    if (token.kind === 'option' && !Object.hasOwn(options, token.name))
      omit(`the option ${token.rawName} is not supported`);
  const all = (name: string): string[] => [membersOf(values)[name] ?? []].flat().map(String);
  const last = (name: string, header: string, prefix = ''): NameValuePairs =>
    all(name)
      .slice(-1)
      .map((value) => [header, `${prefix}${value}`]);
  if (all('cookie').some((cookie) => !cookie.includes('='))) omit('the cookie file is not imported');
  if (all('user').length > 0) omit('the user and password become the input basicCredentials, in base64', true);
  const isJson = all('json').length > 0;
  const given = all('header').flatMap((header): NameValuePairs => {
    const [, name = '', value = ''] = /^([^:;]+)[:;]\s*(.*)$/s.exec(header) ?? [];
    if (header.startsWith('@')) omit(`the file "${header.slice(1)}" is not imported`);
    return name === '' || header.startsWith('@') ? [] : [[name, value]];
  });
  const headers = {
    ...joinHeaders([
      ...last('user-agent', 'User-Agent'),
      ...last('referer', 'Referer'),
      ...last('oauth2-bearer', 'Authorization', 'Bearer '),
      ...all('cookie').flatMap((cookie): NameValuePairs => (cookie.includes('=') ? [['Cookie', cookie]] : [])),
    ]),
    ...(all('user').length > 0 ? { Authorization: 'Basic {{basicCredentials}}' } : {}),
    ...(isJson ? { 'Content-Type': 'application/json', Accept: 'application/json' } : {}),
    ...joinHeaders(given),
  };
  const isGet = values['get'] === true;
  const { body, pairs, asked } = readBody(all, headers, omit);
  const usual = all('upload-file').length > 0 ? 'PUT' : body === undefined || isGet ? 'GET' : 'POST';
  const method = all('request').at(-1) ?? (values['head'] ? 'HEAD' : usual);
  const urls = [...positionals, ...all('url')];
  if (urls.length === 0) omit('the command has no URL, so that curl sends nothing', true);
  return urls.map((each) => {
    const { url, search } = fillPathParameters(values['globoff'] ? each : withoutGlobbing(each), []);
    const name = `${method} ${url.replace(/^\w+:\/\/[^/]*/, '') || '/'}`;
    const [alternatives] = values['globoff'] ? [] : (/\{[^{},]*,[^{}]*\}|\[\w+-[\w:]+\]/.exec(each) ?? []);
    if (alternatives !== undefined) omit(`the URL alternatives ${alternatives} are not expanded`);
    const query = [...search, ...asked, ...(isGet ? pairs : [])];
    const sent = { query, body: isGet ? undefined : body };
    return { place, name, group: 'curl', method: method.toUpperCase(), url, headers, responses: [], ...sent };
  });
}

/** Curl expands unescaped brackets and braces to several URLs. */
function withoutGlobbing(url: string): string {
  const query = url.indexOf('?');
  return url.replace(/\\([[\]{}])/g, (_, sign: string, at: number) =>
    // In a path, a brace would start a parameter.
    query < 0 || at < query ? encodeURIComponent(sign) : sign,
  );
}

interface Sent {
  readonly body: ImportedCall['body'];
  /** The form fields, which --get sends in the query. */
  readonly pairs: NameValuePairs;
  readonly asked: NameValuePairs;
}

function readBody(all: (name: string) => string[], headers: object, omit: Omit): Sent {
  /** Returns the content of an option, which can name a file. A file can only be sent as the entire body. */
  const content = (text: string, isAll = false): string => {
    const [input] = text === '@-' ? all('stdin') : [];
    if (!/^[@<]/.test(text) || input !== undefined) return input ?? text;
    if (isAll && text !== '@-') return referToFile(text.slice(1), { note: (what) => omit(what, true) });
    omit(`the file "${text.slice(1)}" is not imported; pass its content as the input body`);
    return '{{body}}';
  };
  const readField = (text: string): [string, string] => {
    const [, name = '', rest = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
    const [value = '', more] = rest.split(/;((?:type|filename|headers|encoder)=.*)/s);
    if (more !== undefined) omit(`"${more.split('=')[0]}" of the form field "${name}" is not supported`);
    return [name, content(value, value.startsWith('@'))];
  };
  // Formats: content, =content, name=content, @file and name@file.
  const encode = (text: string): [string, string] => {
    const [, name = '', sign, rest = ''] = /^([^=@]*)([=@]?)(.*)$/s.exec(text) ?? [];
    const value = sign === '@' ? content(`@${rest}`) : rest;
    return name === '' ? [value, ''] : [name, value];
  };
  const asked = all('url-query').map(encode);
  const form = [...all('form').map(readField), ...all('form-string').map(encode)];
  if (form.length > 0) return { body: createFormBody('multipart/form-data', form), pairs: form, asked };
  const encoded = all('data-urlencode').map(encode);
  const given = [
    ...['data', 'data-binary', 'data-ascii', 'json'].flatMap(all),
    ...all('upload-file').map((name) => `@${name}`),
  ];
  const isOne = given.length === 1 && all('data-raw').length + encoded.length === 0;
  const isFile = (text: string): boolean => text.startsWith('@');
  const texts = [...all('data-raw'), ...given.map((text) => (isFile(text) ? content(text, isOne) : text))];
  const declared = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = String(declared ?? 'application/x-www-form-urlencoded');
  const text = texts.join(/json/.test(type) ? '' : '&');
  const pairs = [...new URLSearchParams(text), ...encoded];
  // A form in another notation remains a string.
  const isWritten = texts.length === 0 || String(new URLSearchParams(text)) === text || text.includes('{{');
  const isForm =
    /urlencoded/.test(type) && isWritten && !/^\s*[{[<]/.test(text) && !/\{\{(?:body|file:[\w.-]+)\}\}/.test(text);
  return { body: isForm && pairs.length > 0 ? createFormBody(type, pairs) : createTextBody(type, text), pairs, asked };
}

const token =
  /\d?>>?[ \t]*(?:&\d|[^\s;|&]+)|<[ \t]*[^\s<;|&]+|\\\r?\n|\\([\s\S])|\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|(\$\([^()]*\)|`[^`]*`)|\$\{?(\w+)\}?|(\r?\n|;|&&|\|\|?|&)|(\s+)|([^\s'"\\$`;&|<>]+|[\s\S])/g;
const control = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['e', '\u001b'],
  ['E', '\u001b'],
  ['f', '\f'],
  ['v', '\v'],
]);

/** Writes here-documents as the option --stdin, and replaces the escape character of cmd.exe. */
function quoteInput(text: string): string {
  const isCmd = /[ \t]\^\r?\n|curl(?:\.exe)? \^"/.test(text);
  const script = isCmd ? text.replace(/\^(\r?\n)?/g, (_, end?: string) => (end === undefined ? '' : `\\${end}`)) : text;
  const lines: string[] = [];
  let [mark, quote]: (string | undefined)[] = [];
  for (const line of script.split('\n'))
    if (mark !== undefined) {
      const isEnd = line.trim() === mark;
      if (isEnd) [lines[lines.length - 1], mark] = [`${lines.at(-1)}${quote}`, undefined];
      lines.push(isEnd ? '' : quote === '"' ? line.replace(/["\\]/g, '\\$&') : line.replaceAll("'", "'\\''"));
    } else {
      const [start, sign, name] = /<<-?[ \t]*(['"]?)(\w+)\1/.exec(line) ?? [];
      [mark, quote] = [name, sign ? "'" : '"'];
      lines.push(start === undefined ? line : `${line.replace(start, '')} --stdin ${quote}`);
    }
  return `${lines.join('\n')}${mark === undefined ? '' : quote}`;
}

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
  const script = quoteInput(text).replace(/^[ \t]*#.*$/gm, '');
  for (const [whole, escaped, ansi, single, double, code, name, end, space, plain] of script.matchAll(token)) {
    line += whole.split('\n').length - 1;
    if (end !== undefined) commands.push({ words: [], line });
    if (end !== undefined || space !== undefined) isOpen = false;
    else if (ansi !== undefined)
      add(
        ansi.replace(
          /\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/g,
          (_, unit?: string, hex?: string, octal?: string, sign = '') => {
            if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
            const code = unit ?? hex;
            return code === undefined ? (control.get(sign) ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
          },
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
