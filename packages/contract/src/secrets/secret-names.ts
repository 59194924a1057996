export const redactedText = '[redacted]';

/**
 * Names in members, parameters, form parts, elements, attributes and headers, with or without dashes and underscores.
 */
const anywhere = [
  '[\\w-]*(?:secret|password|passphrase|passwd|assertion)',
  '[\\w-]*user[-_]?pw',
  '[\\w-]*(?:access|refresh|id|auth|session|security|csrf|xsrf|control)[-_]?token',
  '(?:x-)?token',
  '[\\w-]*(?:api|vendor|private|access|secret|subscription|signing)[-_]?key',
  '(?:proxy-)?authorization',
  '(?:set-)?cookie',
  '[\\w-]+-signature',
].join('|');

export const secretNamePattern = `(?:${anywhere})`;
/** The names of query parameters and form fields, which can also be short, as in webhook and login URLs. */
export const secretParameterPattern = `(?:${anywhere}|signature|sig|key|code|x-(?:amz|goog)-credential)`;

const names = new RegExp(`^${secretNamePattern}$`, 'i');
const parameters = new RegExp(`^${secretParameterPattern}$`, 'i');
const headers = new RegExp(`^(?:${anywhere}|(?!idempotency).*-?key)$`, 'i');
const cookies = /^(?:set-)?cookie$/i;

export const isSecretName = (name: string): boolean => names.test(name);
export const isSecretParameter = (name: string): boolean => parameters.test(name);
export const isSecretHeader = (name: string): boolean => headers.test(name);

/** Extracts the secrets from a member or header with a secret name: each one separately, without the scheme. */
export function extractSecrets(name: string, value: string): string[] {
  if (cookies.test(name)) return value.split(/[;,]\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1));
  const [, scheme, credentials = value] = /^(Bearer|Basic|DPoP)\s+(\S+)$/i.exec(value) ?? [];
  if (scheme?.toLowerCase() !== 'basic') return [credentials];
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  return [credentials, pair.slice(pair.indexOf(':') + 1)];
}
