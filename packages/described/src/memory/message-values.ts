import { decodeBody, isIntegral, isJsonNumber, isObject, isSecretHeader, isSecretName } from '@understudy/contract';
import { type FormPart, isMultipartBody } from '@understudy/kernel';
import { withoutScheme } from '@understudy/model';

/** The parts of a request or response that conditions can read. Header names are in lower case. */
export interface MessageParts {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The known value to which a list item belongs. */
  readonly item?: string;
  /** The path and its owner, used in place of an id for a resource without one. */
  readonly target?: string;
}

/** The values at each position, such as `path.id`, or `body.items.*.sku` with one value per list item. */
export type ValuesByPosition = ReadonlyMap<string, readonly unknown[]>;

const [mostPositions, mostItems, deepest] = [1000, 200, 12];

/** Maximum size in bytes of JSON without a media type, and of a file whose members are read. */
const longestText = 200_000;

/** Headers about the connection or the client, which conditions ignore. */
const ofTransport =
  /^(?:host|connection|content-length|user-agent|accept-.*|cookie|sec-.*|origin|referer|date|x-forwarded.*|traceparent|cache-control|pragma|te|dnt|upgrade.*|server|vary|keep-alive|transfer-encoding|access-control-.*|strict-transport.*|content-security-policy|x-content-type-options|set-cookie)$/;

export function valuesByPosition(
  { path = {}, query = {}, headers = {}, body, target }: MessageParts,
  root = 'body',
): ValuesByPosition {
  const found = new Map<string, unknown[]>();
  const add = (position: string, value: unknown): void => {
    const values = found.get(position);
    if (values !== undefined) values.push(value);
    else if (found.size < mostPositions) found.set(position, [value]);
  };
  const walk = (position: string, value: unknown, depth: number): void => {
    add(position, value);
    if (depth > deepest) return;
    if (Array.isArray(value)) for (const item of value.slice(0, mostItems)) walk(`${position}.*`, item, depth + 1);
    else if (isObject(value) && !(value instanceof Uint8Array))
      for (const [name, member] of Object.entries(value)) walk(`${position}.${name}`, member, depth + 1);
  };
  for (const [name, value] of Object.entries(path)) add(`path.${name}`, value);
  for (const [name, value] of Object.entries(query)) walk(`query.${name}`, value, deepest);
  for (const [name, value] of Object.entries(headers))
    if (!ofTransport.test(name)) add(`headers.${name}`, withoutScheme(value));
  if (body !== undefined) walk(root, body, 0);
  if (target !== undefined) add('target', target);
  return found;
}

/** Adds a header for each cookie, such as `cookie-sid`. */
export function separateCookies<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value | string> {
  const cookies = Object.entries(readCookies(String(headers['cookie'] ?? '').split(';')));
  return { ...headers, ...Object.fromEntries(cookies.map(([name, value]) => [`cookie-${name}`, value])) };
}

/** Collects the values of a response by position: `answer.id` in its body, `answerCookies.sid` in its cookies. */
export function valuesOfResponse(body: unknown, setCookie: string | undefined): ValuesByPosition {
  const cookies = Object.entries(readCookies(setCookie?.split(cookieEnd) ?? []));
  return new Map([
    ...valuesByPosition({ body }, 'answer'),
    ...cookies.map(([name, value]) => [`answerCookies.${name}`, [value]] as const),
  ]);
}

/** The separator of cookies in a header. */
export const cookieEnd = /\n|,(?=\s*[^\s;,=]+=)/;

function readCookies(texts: readonly string[]): Record<string, string> {
  const pairs = texts.flatMap((text) => {
    const [, name = '', value = ''] = /^\s*([^\s;=]+)=([^;]*)/.exec(text) ?? [];
    return name === '' ? [] : [[name.replace(/\W/g, '_'), value] as const];
  });
  return Object.fromEntries(pairs);
}

export function isSecretPosition(position: string): boolean {
  if (position.startsWith('headers.cookie-') || position.startsWith('answerCookies.')) return true;
  const name = position.slice(position.lastIndexOf('.') + 1);
  return position.startsWith('headers.') ? isSecretHeader(name) : isSecretName(name);
}

/** Parses a body so that conditions can read its members. Supports JSON without a media type and parts of a form. */
export function parseReadableBody(body: unknown): unknown {
  if (body instanceof Uint8Array) {
    const isJson = body.length <= longestText && (body[0] === 0x7b || body[0] === 0x5b);
    const decoded = isJson ? decodeBody(body, 'application/json') : {};
    return 'value' in decoded ? decoded.value : undefined;
  }
  return isMultipartBody(body) ? Object.fromEntries(body.parts.map(partValue)) : body;
}

/** Returns a field as a string, and a file as its name and XML elements. */
function partValue({ name, filename, bytes }: FormPart): readonly [string, unknown] {
  const text = bytes.length <= longestText ? Buffer.from(bytes).toString('utf8') : '';
  if (filename === undefined) return [name, text];
  return [name, { filename, ...(/^\s*</.test(text) ? xmlElements(text) : {}) }];
}

/** Returns the first element of each name within each parent, without prefixes and attributes. */
function xmlElements(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  const around = [root];
  for (const [, closing, name = '', single, content = ''] of text.matchAll(
    /<(\/?)(?:[\w.-]{1,50}:)?([A-Za-z][\w.-]{0,99})(?:\s[^<>]{0,2000}?)?(\/?)>([^<]{0,300})/g,
  )) {
    const parent = around.at(-1) ?? root;
    if (closing !== '') around.pop();
    else if (content.trim() !== '') parent[name] ??= content.trim();
    if (closing !== '' || single !== '') continue;
    const held = parent[name];
    const inner: Record<string, unknown> = isObject(held) ? held : {};
    if (content.trim() === '' && parent[name] === undefined) parent[name] = inner;
    around.push(inner);
  }
  return root;
}

/** Returns a value as a string if it can identify an entity. */
export function toKeyText(value: unknown): string | undefined {
  const isKey = (typeof value === 'string' && value !== '') || (isJsonNumber(value) && isIntegral(value));
  return isKey && String(value).length <= 500 ? String(value) : undefined;
}
