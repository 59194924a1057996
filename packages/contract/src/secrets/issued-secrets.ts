import { isObject } from '../objects.js';
import { looksRandom } from './secret-shapes.js';

/** A sign-in request and its response. */
interface SignIn {
  readonly method: string;
  readonly url: string;
  readonly requestBody: string;
  readonly responseBody: string;
}

const signInPath =
  /\/(?:o?auth2?|tokens?|log-?in|log-?on|sign-?in|sign-?up|sessions?|authenticate|authentication|device[_-]?(?:code|authorization)?|refresh|password(?:-reset)?|api-?keys?|credentials)(?:[/.?#:]|$)/i;
const signInBody = /grant_type["=\s:]|["&]?(?:password|passwd|pwd|code_verifier|client_secret)["=]/i;
/** Names of values in sign-in responses that are not secrets. */
const known =
  /(?:^|[a-z_-])(?:id|ids|e?tag|hash|cursor|kid|url|uri|issuer|iss|aud|sub|scope|name|email|version|trace)$/i;
const mostSearched = 65_536;
const mostIssued = 20;

/**
 * Finds the secrets issued by a token endpoint or a sign-in, regardless of their names. These are the random strings in
 * the response.
 */
export function findIssuedSecrets({ method, url, requestBody, responseBody }: SignIn): string[] {
  if (method === 'GET' || method === 'HEAD' || responseBody.length > mostSearched) return [];
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? '';
  if (!signInPath.test(path) && !signInBody.test(requestBody.slice(0, mostSearched))) return [];
  const text = responseBody.trim();
  if (looksRandom(text)) return [text];
  const issued: string[] = [];
  const open: { name: string; value: unknown }[] = [{ name: '', value: parseJson(text) }];
  for (let next = open.pop(); next !== undefined && issued.length < mostIssued; next = open.pop()) {
    const { name, value } = next;
    const isId = known.test(name) && !/session|sid$|secret/i.test(name);
    if (typeof value === 'string' && looksRandom(value) && !isId) issued.push(value);
    else if (Array.isArray(value)) for (const item of value) open.push({ name, value: item });
    else if (isObject(value))
      for (const [member, each] of Object.entries(value)) open.push({ name: member, value: each });
  }
  return issued;
}

function parseJson(text: string): unknown {
  try {
    return /^[[{"]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
