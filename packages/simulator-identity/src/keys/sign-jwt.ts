import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { UnitContext } from '@understudy/kernel';
import { compactVerify, decodeProtectedHeader, type JWTPayload } from 'jose';
import type { SigningAlgorithm, SigningKey } from '../entities.js';
import { tokenFault } from '../settings.js';
import { getCurrentKey, listPublishedKeys } from './signing-keys.js';

type JwtContext = Pick<UnitContext, 'clock' | 'scopes' | 'settings' | 'signer'>;

/** Signs claims, or creates the faulty token that the setting `tokenFault` requires. */
export async function signJwt(
  context: JwtContext,
  claims: JWTPayload,
  { alg, typ }: { readonly alg: SigningAlgorithm; readonly typ: string },
): Promise<string> {
  const key = await getCurrentKey(context, alg);
  const fault = context.settings.of(tokenFault);
  const payload = { ...claims, ...spoiledClaims(claims)[fault] };
  const header = { alg, typ, kid: fault === 'unknown-key' ? 'unknown-key' : key.kid };
  if (fault !== 'other-algorithm') {
    const input = `${encode(header)}.${encode(payload)}`;
    const made = sign('sha256', Buffer.from(input), { key: keysOf(key).privateKey, dsaEncoding: 'ieee-p1363' });
    return `${input}.${made.toString('base64url')}`;
  }
  // Uses the public key as an HMAC secret. Servers that let the token choose the algorithm accept this.
  const input = `${encode({ ...header, alg: 'HS256' })}.${encode(payload)}`;
  const secret = keysOf(key).publicKey.export({ type: 'spki', format: 'pem' });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/**
 * Returns the claims of a token signed by a key of this sandbox; undefined for any other text. Does not check expiry.
 */
export async function verifyJwt(context: JwtContext, token: string, typ: string): Promise<JWTPayload | undefined> {
  try {
    const header = decodeProtectedHeader(token);
    const key = (await listPublishedKeys(context)).find(({ kid }) => kid === header.kid);
    if (key === undefined || header.typ !== typ) return undefined;
    const { payload } = await compactVerify(token, keysOf(key).publicKey, { algorithms: [key.alg] });
    const claims: JWTPayload = JSON.parse(new TextDecoder().decode(payload));
    return claims;
  } catch {
    return undefined;
  }
}

const skew = 600;

/** Returns the claims to change in a faulty token, by the value of the setting. */
function spoiledClaims({ exp = 0, iat = 0 }: JWTPayload): Readonly<Record<string, JWTPayload>> {
  const shifted = (seconds: number) => ({ iat: iat + seconds, nbf: iat + seconds, exp: exp + seconds });
  return {
    expired: { iat: iat - (exp - iat) - skew, exp: iat - skew },
    'wrong-audience': { aud: 'https://other-audience.example' },
    'wrong-issuer': { iss: 'https://other-issuer.example' },
    'clock-ahead': shifted(skew),
    'clock-behind': shifted(-(exp - iat) - skew),
  };
}

interface Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Imported keys by id. Cached, because an import costs more than a signature. */
const imported = new Map<string, Pair>();
const mostImported = 200;

function keysOf({ kid, jwk }: SigningKey): Pair {
  const known = imported.get(kid);
  if (known !== undefined) return known;
  if (imported.size >= mostImported) imported.clear();
  const privateKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  const pair = { privateKey, publicKey: createPublicKey(privateKey) };
  imported.set(kid, pair);
  return pair;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
