import { decodeBody, isIntegral, isJsonNumber, isObject } from '@understudy/contract';

/** A signed token (RFC 7519), or its redacted replacement, with its claims. */
const signedToken = /^(?:eyJ[\w-]+\.([\w-]+)\.[\w-]+|redacted-\d+\.jwt\.([\w-]+))$/;

/** The string formats that conditions can name. */
export const textForms: Readonly<Record<string, RegExp>> = {
  empty: /^$/,
  digits: /^\d+$/,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  token: signedToken,
  date: /^\d{4}-\d\d-\d\d$/,
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
  address: /^[a-z][a-z0-9+.-]*:\/\//i,
  long: /^.{101}/s,
};

export function hasTextForm(value: unknown, form: string): boolean {
  const isText = typeof value === 'string' || isJsonNumber(value) || typeof value === 'boolean';
  return isText && textForms[form]?.test(withoutScheme(value)) === true;
}

/** A credential without its scheme. */
export function withoutScheme(value: unknown): string {
  const text = String(value);
  return /^(?:Bearer|Basic|DPoP)\s+(\S+)$/i.exec(text)?.[1] ?? text;
}

/** The claims of a signed token, or null. They are not verified. */
export function readClaims(token: unknown): unknown {
  const [, own, replaced = own] = signedToken.exec(withoutScheme(token).slice(0, 8000)) ?? [];
  if (replaced === undefined) return null;
  const decoded = decodeBody(Buffer.from(replaced, 'base64url'), 'application/json');
  return 'value' in decoded && isObject(decoded.value) ? decoded.value : null;
}

/** Returns the CEL name of a value's type. */
export function typeOfValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (isJsonNumber(value)) return isIntegral(value) ? 'int' : 'double';
  return { string: 'string', boolean: 'bool' }[typeof value as string] ?? 'map';
}

/** The supported formats of instants. */
export const instantForms = ['', 'seconds', 'milliseconds', 'date', 'whole'] as const;

/** Formats an instant as RFC 3339 or in the named format. `whole` omits the fraction. */
export function formatInstant(milliseconds: number, form: string): unknown {
  if (form === 'seconds') return Math.floor(milliseconds / 1000);
  if (form === 'milliseconds') return milliseconds;
  const text = new Date(milliseconds).toISOString();
  if (form === 'date') return text.slice(0, 10);
  return form === 'whole' ? text.replace(/\.\d+Z$/, 'Z') : text;
}
