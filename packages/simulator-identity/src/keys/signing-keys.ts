import { createECDH, createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { UnitContext } from '@understudy/kernel';
import type { JWK } from 'jose';
import { keysCollection, type SigningAlgorithm, type SigningKey } from '../entities.js';
import { maxTokenLifetimeSeconds } from '../policies.js';
import { idTokenLifetime, keyLifetime } from '../settings.js';

type KeyContext = Pick<UnitContext, 'clock' | 'scopes' | 'settings' | 'signer'>;

/** Returns the current signing key. Rotates the key after its lifetime. */
export async function getCurrentKey(context: KeyContext, alg: SigningAlgorithm): Promise<SigningKey> {
  const all = await context.scopes.shared.collection(keysCollection).list();
  const last = all.findLast(({ value }) => value.alg === alg && value.retiredAt === undefined)?.value;
  const lifetime = context.settings.of(keyLifetime) * 1000;
  if (last !== undefined && context.clock.now().getTime() < last.createdAt + lifetime) return last;
  return await rotateKey(context, alg);
}

/** Makes a new key sign from now on. The previous key remains public until all its tokens have expired. */
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
  const jwk = alg === 'ES256' ? ellipticKey(context.signer.sign(`signing key ${number}`)) : await rsaKey();
  const made: SigningKey = { kid: thumbprint(jwk), alg, jwk, createdAt };
  await keys.put(`${alg}/${String(number).padStart(6, '0')}`, made);
  return made;
}

/** Lists all keys with which an unexpired token can be signed. */
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

async function rsaKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'jwk' }) as JWK;
}

/** Computes the thumbprint of a key (RFC 7638). */
function thumbprint({ kty, crv, x, y, n, e }: JWK): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { e, kty, n };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
