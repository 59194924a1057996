import { looksRandom } from './secret-shapes.js';

export const redactedText = '[redacted]';

/** Names whose values are secrets, in the form of {@link normalize}. */
const secret =
  /secret|passw|pass-?phrase|(?:^|-)(?:pwd|pass|passwd)(?:-|$)|pwd$|(?:^|-|user)pw$|token|assertion|api-?key|(?:vendor|private|access|subscription|signing|encryption|master|shared)-?key|^(?:proxy-)?authorization$|^(?:set-)?cookie$|-signature$|code-?verifier|device-?code/;
/** Names whose values are secrets if they also look like secrets. */
const likely =
  /auth(?!or(?!iz))|credential|(?:^|-)(?:jwt|bearer|otp|totp|sid|csrf|xsrf|session|signature|license)(?:-|$)|session-?id|(?:^|-)(?:key|code|pin)$|[a-z]key$|connection-?string/;
/** Names of pagination and request tokens, and of token counts. */
const cursor =
  /(?:page|next|prev|previous|continuation|continue|cursor|sync|start|end|resume|skip|pagination|paging|delta|scroll|offset|client-request|idempotency|design|max|min|total|prompt|completion|input|output)-?tokens?$/;
/** Endings of names for facts about a secret, such as `token_type`. */
const about =
  /[-](?:types?|ur[il]|endpoint|expir\w*|in|at|on|counts?|limit|usage|used|length|size|names?|ids?|methods?|policy|hint|status|state|enabled|required|supported|version|algorithm|alg|format|schema|scopes?|ttl|lifetime|age|mode|flow|provider|label|description|prefix|issuer|users?|user-?name|user-?id|title|message|error)$|(?:sessions?|tokens?|secrets?)-(?:expires|valid)-(?:in|at|on|until)$/;
/** Short names of parameters, which occur in webhook and login URLs. */
const parameter = /^(?:signature|sig|key|code|x-(?:amz|goog)-credential)$/;
const cookies = /^(?:set-)?cookie$/i;
const cookiePair = /(?<![^=;,\s])([^=;,\s]+)=([^;,]*)/g;
const cookieAttribute = /^(?:path|expires|max-age|domain|samesite|priority|version|comment)$/i;

/** Members that contain the secret of an object with a secret name, such as `token: {value}`. */
export const secretHolder = /^(?:value|token|secret|key|raw|plain|text|data|content|current|previous|old|new)$/i;

/** Cached results, because names repeat. */
const verdicts = new Map<string, boolean>();
const mostVerdicts = 5000;

/** Returns whether a member, parameter, form field, element or header of this name always contains a secret. */
export function isSecretName(name: string): boolean {
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const plain = normalize(name);
  const verdict = secret.test(plain) && !cursor.test(plain) && !about.test(plain);
  if (verdicts.size >= mostVerdicts) verdicts.clear();
  if (name.length <= 100) verdicts.set(name, verdict);
  return verdict;
}

/** Returns whether a value is a secret, judged by its name or by its name and form. */
export function isSecretMember(name: string, value: string): boolean {
  if (isSecretName(name)) return true;
  const plain = normalize(name);
  const isSession = /session-?id$|(?:^|-)sid$/.test(plain);
  return likely.test(plain) && (isSession || !about.test(plain)) && !cursor.test(plain) && looksRandom(value);
}

export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || parameter.test(normalize(name));
}

export function isSecretHeader(name: string): boolean {
  return isSecretName(name) || /^(?!idempotency).*-?key$/i.test(name);
}

/** Converts to lower case with dashes. In `user[password]` and `a.password`, the last name counts. */
function normalize(name: string): string {
  const last = /([^.[\]]+)[\]]*$/.exec(name.slice(-100))?.[1] ?? name.slice(-100);
  return last
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[_\s-]+/g, '-')
    .toLowerCase();
}

/** Extracts the secrets from a member or header with a secret name: each one separately, without the scheme. */
export function extractSecrets(name: string, value: string): string[] {
  if (cookies.test(name))
    return [...value.matchAll(cookiePair)].flatMap(([, key = '', text = '']) =>
      cookieAttribute.test(key) ? [] : text,
    );
  const [, scheme, credentials = value] = /^(Bearer|Basic|DPoP|Token)\s+(\S+)$/i.exec(value) ?? [];
  if (scheme?.toLowerCase() !== 'basic') return [credentials];
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  return [credentials, pair.slice(pair.indexOf(':') + 1)];
}

/** Replaces the values of a `Cookie` or `Set-Cookie` header. */
export function replaceCookies(value: string, replace: (secret: string) => string): string {
  return value.replace(cookiePair, (pair, name: string, text: string) =>
    cookieAttribute.test(name) ? pair : `${name}=${replace(text)}`,
  );
}
