import {
  checkPrime,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { UnitContext } from '@understudy/kernel';
import { compactVerify, decodeProtectedHeader, type JWK, type JWTPayload } from 'jose';
import { keysCollection, type SigningAlgorithm, type SigningKey } from './entities.js';
import { maxTokenLifetimeSeconds } from './policies.js';
import { idTokenLifetime, keyLifetime, tokenFault } from './settings.js';

type KeyContext = Pick<UnitContext, 'clock' | 'scopes' | 'settings' | 'signer'>;

const isPrime = promisify(checkPrime);
const exponent = 65_537n;
const smallPrimes = [3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n, 53n, 59n, 61n, 67n, 71n, 73n];

/** The most recent keys, by the seed of their first prime. Sandboxes with the same seed have the same key. */
const made = new Map<string, Promise<JWK>>();
const mostMade = 50;

/** Returns the current signing key. Rotates the key after its lifetime. */
export async function getCurrentKey(context: KeyContext, alg: SigningAlgorithm): Promise<SigningKey> {
  const all = await context.scopes.shared.collection(keysCollection).list();
  const last = all.findLast(({ value }) => value.alg === alg && value.retiredAt === undefined)?.value;
  const lifetime = context.settings.of(keyLifetime) * 1000;
  if (last !== undefined && context.clock.now().getTime() < last.createdAt + lifetime) return last;
  return await rotateKey(context, alg);
}

/**
 * Creates a new key, which signs all further tokens. The previous key remains public until all its tokens have expired.
 */
export async function rotateKey(context: KeyContext, alg: SigningAlgorithm): Promise<SigningKey> {
  const keys = context.scopes.shared.collection(keysCollection);
  const createdAt = context.clock.now().getTime();
  let number = 1;
  for (const { key, value } of await keys.list()) {
    if (value.alg !== alg) continue;
    number = Number(key.split('/')[1]) + 1;
    if (value.retiredAt === undefined) await keys.put(key, { ...value, retiredAt: createdAt });
    else if (!isPublished(value, context)) await keys.delete(key);
  }
  const jwk =
    alg === 'ES256'
      ? ellipticKey(context.signer.sign(`signing key ${number}`))
      : await createRsaKey((label) => context.signer.sign(`RSA key ${number} ${label}`));
  const made: SigningKey = { kid: thumbprint(jwk), alg, jwk, createdAt };
  await keys.put(`${alg}/${String(number).padStart(6, '0')}`, made);
  return made;
}

/** Lists all keys that may have signed a token which has not expired. */
export async function listPublishedKeys(context: KeyContext): Promise<SigningKey[]> {
  const all = await context.scopes.shared.collection(keysCollection).list();
  return all.map(({ value }) => value).filter((key) => isPublished(key, context));
}

export function toPublicKey({ kid, alg, jwk: { x = '', y = '', n = '', e = '' } }: SigningKey) {
  const shared = { kid, alg, use: 'sig' as const };
  return alg === 'ES256'
    ? { kty: 'EC' as const, ...shared, crv: 'P-256' as const, x, y }
    : { kty: 'RSA' as const, ...shared, n, e };
}

function isPublished({ retiredAt }: SigningKey, { clock, settings }: KeyContext): boolean {
  const longest = Math.max(maxTokenLifetimeSeconds, settings.of(idTokenLifetime)) * 1000;
  return retiredAt === undefined || clock.now().getTime() <= retiredAt + longest;
}

/**
 * Creates a P-256 key from 32 bytes in hex. Clears the first bit, so that the value is below the order of the curve.
 */
function ellipticKey(hex: string): JWK {
  const secret = Buffer.from(hex, 'hex');
  secret.writeUInt8(secret.readUInt8(0) & 0x7f, 0);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  return { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: secret.toString('base64url') };
}

/** Computes the thumbprint of a key (RFC 7638). */
function thumbprint({ kty, crv, x, y, n, e }: JWK): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { e, kty, n };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

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
 * Returns the claims of a token signed by a key of this sandbox; undefined for any other string. Does not check expiry.
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

/**
 * Creates an RSA key of 2,048 bits that depends only on the seed, so that equal sandboxes publish equal keys.
 *
 * @param seed returns 64 hexadecimal digits for each label
 */
function createRsaKey(seed: (label: string) => string): Promise<JWK> {
  const first = seed('p');
  const key = made.get(first) ?? makeKey(seed);
  if (made.size >= mostMade) made.clear();
  made.set(first, key);
  return key;
}

async function makeKey(seed: (label: string) => string): Promise<JWK> {
  const [p, q] = await Promise.all([findPrime(seed, 'p'), findPrime(seed, 'q')]);
  const d = invert(exponent, (p - 1n) * (q - 1n));
  const numbers = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: invert(q, p) };
  const encoded = Object.entries(numbers).map(([name, value]) => [name, encodeNumber(value)]);
  return { kty: 'RSA', ...Object.fromEntries(encoded) };
}

/** Finds the first prime after a number of 1,024 bits, the highest two of which are set. */
async function findPrime(seed: (label: string) => string, label: string): Promise<bigint> {
  const digits = [0, 1, 2, 3].map((part) => seed(`${label}${part}`)).join('');
  let candidate = BigInt(`0x${digits}`) | (3n << 1022n) | 1n;
  for (;;) {
    const number = candidate;
    const isCandidate = smallPrimes.every((prime) => number % prime !== 0n) && (number - 1n) % exponent !== 0n;
    if (isCandidate && (await isPrime(number))) return number;
    candidate += 2n;
  }
}

/** Returns the inverse of a number in a ring, by the extended Euclidean algorithm. */
function invert(number: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, number];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return factor < 0n ? factor + modulus : factor;
}

function encodeNumber(number: bigint): string {
  const digits = number.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex').toString('base64url');
}
