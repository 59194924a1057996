import { isJsonNumber, isObject } from '@understudy/contract';
import { decodeComponent } from '@understudy/model';
import { base64, decodeHex, decodeQuotedPrintable, decodeText } from './map-encoded.js';
import { readJson } from './read-json.js';

/** A named value in a request or response. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  /** The name of the object or list that contains it. */
  readonly around: string;
  /** True if the object has a member that only people have. */
  readonly isOfPerson: boolean;
}

const personal =
  /^(?:e-?mail|phone|mobile|(?:first|last|given|family)_?name|ssn|dob|birth_?date|date_?of_?birth|user_?name)$/i;
const pairs = /(?:^|[?&;])([\w.[\]%-]{1,80})=([^&;#\s]{1,400})/g;
const parts = /name="([^"\n]{1,80})"[^\n]{0,200}\r?\n(?:[\w-]{1,40}:[^\n]{0,200}\n)?\r?\n([^\r\n]{1,400})/g;
const elements = /<(?:[\w-]{1,40}:)?([\w-]{1,80})(?:\s[^<>]{0,400})?>(?:<!\[CDATA\[)?([^<>\]]{0,400})/g;
/** XML attributes and GraphQL arguments. */
const quoted = /([\w-]{1,80})\s{0,3}[:=]\s{0,3}["']([^"'\n]{1,400})["']/g;
const inputs = /\sname="([^"\n]{1,80})"[^<>]{0,200}\svalue="([^"\n]{1,400})"/g;

/**
 * Lists the named values of JSON, forms, multipart bodies, XML and queries, also inside strings and base64.
 *
 * @param around the name of the whole text, such as the collection in its path
 */
export function* listMembers(text: string, around = ''): Generator<NamedValue> {
  const texts = [{ text, around }];
  for (let next = texts.pop(); next !== undefined; next = texts.pop()) {
    const json = readJson(next.text);
    const lines = json === undefined && /^\s*\{.*\}\s*$/s.test(next.text) ? next.text.split('\n') : [];
    if (lines.length > 1) texts.push(...lines.map((line) => ({ text: line, around: next.around })));
    else if (json === undefined) yield* listPairs(next.text, next.around);
    else
      for (const member of walk(json, next.around)) {
        yield member;
        if (/["=<:]/.test(member.value)) texts.push({ text: member.value, around: member.name });
      }
    const mail = decodeQuotedPrintable(next.text);
    if (mail !== undefined && mail !== next.text) texts.push({ text: mail, around: next.around });
    for (const [run] of next.text.matchAll(base64))
      for (const decoded of [decodeText(run), /^(?:[0-9a-f]{2})+$/i.test(run) ? decodeHex(run) : undefined])
        if (decoded !== undefined && /["=<]/.test(decoded)) texts.push({ text: decoded, around: next.around });
  }
}

function* walk(json: unknown, outside: string): Generator<NamedValue> {
  const open = [{ value: json, around: outside }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, around } = next;
    const isOfPerson = isObject(value) && Object.keys(value).some((name) => personal.test(name));
    for (const [key, member] of Object.entries(value ?? {})) {
      const name = Array.isArray(value) ? around : key;
      if (typeof member === 'string' || isJsonNumber(member)) yield { name, value: String(member), around, isOfPerson };
      else if (typeof member === 'object' && member !== null) open.push({ value: member, around: name });
    }
  }
}

function* listPairs(text: string, around: string): Generator<NamedValue> {
  for (const [, name = '', value = ''] of text.matchAll(pairs))
    yield { name: decode(name), value: decode(value), around, isOfPerson: false };
  for (const pattern of [parts, quoted, inputs])
    for (const [, name = '', value = ''] of text.matchAll(pattern)) yield { name, value, around, isOfPerson: false };
  yield* listColumns(text, around);
  if (!text.includes('</')) return;
  let parent = around;
  for (const [, name = '', value = ''] of text.matchAll(elements)) {
    if (value.trim() === '') parent = name;
    else yield { name, value: value.trim(), around: parent, isOfPerson: false };
  }
}

/** Lists the cells of a CSV file under their column headers. */
function* listColumns(text: string, around: string): Generator<NamedValue> {
  const [titles = '', ...rows] = text.split(/\r?\n/);
  const [separator] = /[,;\t]/.exec(titles) ?? [];
  if (separator === undefined || !/^[\w "-]{1,80}[,;\t]/.test(titles)) return;
  const names = titles.split(separator).map((title) => title.replaceAll('"', '').trim());
  for (const row of rows)
    for (const [index, cell] of row.split(separator).entries())
      yield { name: names[index] ?? '', value: cell.replaceAll('"', '').trim(), around, isOfPerson: false };
}

function decode(text: string): string {
  return decodeComponent(text.replaceAll('+', ' ')) ?? text;
}
