import { beginningOf } from './beginning-of.js';
import type { JournalEntry, JournalExchange, JournalRefusal, RecordedEntry } from './journal-entry.js';
import { RecordedBody } from './recorded-body.js';

/** What stands for a secret. */
export const mask = '[redacted]';
const secretHeaders = new Set([
  'authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'proxy-authorization',
  'user-api-key',
  'userpw',
]);
const secretKeys = new Set([
  'client_secret',
  'clientsecret',
  'access_token',
  'webhookapikey',
  'token',
  'user_api_key',
  'vendor_api_key',
  'user_pw',
  'secret',
  'password',
  'api_key',
  'apikey',
  'assertion',
]);
/** Query parameters that are secret besides: addresses of webhooks carry theirs there. */
const secretParameters = new Set([...secretKeys, 'signature', 'sig', 'key', 'code']);
/** The line in the head of a multipart form's part that names it. */
const secretName = new RegExp(`name="?(?:${[...secretKeys].join('|')})\\b`, 'i');
/** Lines that the head of a part has at most. */
const longestHead = 8;
const userInfo = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i;
/** A name and a value of a query or a form; names are short. */
const pair = /(^|[?&;])([\w%.+~-]{1,64})=([^&#\s"'<>]*)/g;
/** A member of a JSON text that cannot be parsed: cut off, broken, or of another media type. */
const member = new RegExp(`("(?:${[...secretKeys].join('|')})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gis');
const longestText = 16_384;

/** A copy of an entry without tokens, keys, secrets and signatures, and with very long texts cut. */
export function redactEntry(entry: RecordedEntry): JournalEntry {
  const copy = withoutGaps(entry);
  if (entry.url !== undefined) copy.url = redactUrl(entry.url);
  if (entry.error !== undefined) copy.error = redactUrl(entry.error);
  if (entry.note !== undefined) copy.note = redactUrl(entry.note);
  if (entry.refusal !== undefined) copy.refusal = redactRefusal(entry.refusal);
  if (entry.request !== undefined) copy.request = redactExchange(entry.request);
  if (entry.response !== undefined) copy.response = redactExchange(entry.response);
  return copy;
}

/** A copy that has only what is known. */
function withoutGaps(entry: RecordedEntry): JournalEntry {
  const { seq, at, type, cause, ...more } = entry;
  const known = Object.entries(more).filter(([, value]) => value !== undefined);
  return Object.assign({ seq, at, type, cause }, Object.fromEntries(known));
}

/** Masks the values of a URL's secret query parameters. */
export function redactUrl(url: string): string {
  const masked = url.replace(pair, (whole, before: string, name: string) =>
    secretParameters.has(plainName(name)) ? `${before}${name}=${mask}` : whole,
  );
  return masked.replace(userInfo, `$1${mask}@`);
}

function plainName(name: string): string {
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}

/** A sentence about a secret member may quote it. */
function redactRefusal({ code, message, findings }: JournalRefusal): JournalRefusal {
  const secret = findings.some(({ pointer }) => isSecretPlace(pointer));
  return {
    code,
    message: secret ? mask : redactUrl(message),
    findings: findings.map(({ ruleId, message, pointer }) => ({
      ruleId,
      message: isSecretPlace(pointer) ? mask : redactUrl(message),
      pointer,
    })),
  };
}

function isSecretPlace(pointer: string): boolean {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1).toLowerCase();
  return secretHeaders.has(name) || secretParameters.has(name);
}

function redactExchange({ headers, body }: JournalExchange): JournalExchange {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    shown[name] = secretHeaders.has(name.toLowerCase()) ? mask : redactUrl(value);
  }
  return { headers: shown, body: redactBody(body) };
}

/** A value as people may see it: without secrets, and cut where it is very long. */
export function redactValue(value: unknown): unknown {
  const { beginning, isWhole } = beginningOf(value, longestText);
  const shown = redactBody(beginning);
  if (isWhole) return shown;
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return `${text.slice(0, longestText)}… [the beginning]`;
}

function redactBody(recorded: unknown): unknown {
  const body = recorded instanceof RecordedBody ? recorded.read() : recorded;
  // Cut first: what is not shown need not be searched.
  if (typeof body === 'string') return maskParts(redactText(body.slice(0, longestText))) + remark(body);
  if (typeof body !== 'object' || body === null) return body;
  const text = JSON.stringify(body, (key, value: unknown) => {
    if (secretKeys.has(key.toLowerCase()) && typeof value === 'string') return mask;
    if (typeof value === 'string') return redactText(value);
    return isSecretPair(value) ? [value[0], mask] : value;
  });
  return text.length > longestText ? cut(text) : JSON.parse(text);
}

/** What may be secret stands after a name, or before the host of an address. */
const maybeSecret = /[=@"]/;

/** Masks what is secret in a text: in addresses and forms, and in JSON, whole or cut. */
export function redactText(text: string): string {
  if (!maybeSecret.test(text)) return text;
  return redactUrl(text).replace(member, `$1${mask}`);
}

/** Masks the values of secret fields of a multipart form, line by line. */
function maskParts(text: string): string {
  if (!secretName.test(text)) return text;
  const lines = text.split('\n');
  let head = 0;
  for (const [index, line] of lines.entries()) {
    if (head > 0) {
      head -= 1;
      if (line.trimEnd() !== '' || index + 1 >= lines.length) continue;
      const ending = lines[index + 1]?.endsWith('\r') === true ? '\r' : '';
      lines[index + 1] = `${mask}${ending}`;
      head = 0;
    } else if (secretName.test(line)) head = longestHead;
  }
  return lines.join('\n');
}

/** Forms are kept as pairs of key and value. */
function isSecretPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && secretKeys.has(String(value[0]).toLowerCase());
}

function cut(text: string): string {
  return text.slice(0, longestText) + remark(text);
}

/** The length of a text whose beginning alone is shown. */
function remark({ length }: string): string {
  return length > longestText ? `… [${length} characters]` : '';
}
