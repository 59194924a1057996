import type { webcrypto } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { Caller } from '../caller.js';
import { defineCollection } from '../store/define-collection.js';
import type { KernelRecords } from '../store/kernel-records.js';

export interface TokenFault {
  readonly fault: string;
  /** True if no sandbox issued the token. An API may have issued it. */
  readonly isForeign?: true;
}

interface Grant {
  readonly caller: Caller;
  /** Expiry in milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface TokenContext {
  readonly sandbox: string;
  /** Signing key of at least 32 bytes, unique per sandbox. */
  readonly key: Uint8Array;
  readonly kernel: Pick<KernelRecords, 'changed' | 'list'>;
  readonly clock: { now(): Date };
  /** Verifies a token from another issuer. */
  checkForeign(token: string): Promise<Caller | TokenFault | undefined>;
}

/** Revoked tokens, in full. */
const revokedTokens = defineCollection<true>('revoked-tokens');

const issuer = 'understudy';
const algorithm = 'HS256';

/** Issues and verifies a sandbox's access tokens: HS256 JWTs whose lifetimes follow the sandbox's clock. */
export class TokenService {
  #context: TokenContext;
  #verified = new Map<string, Grant>();
  #revoked = new Set<string>();
  #key: Promise<webcrypto.CryptoKey> | undefined;

  constructor(context: TokenContext) {
    this.#context = context;
  }

  /** @param lifetimeSeconds on the sandbox's clock */
  async issue(caller: Caller, lifetimeSeconds: number, id: string): Promise<string> {
    // Includes milliseconds, so that a token is valid for exactly `expires_in`.
    const issuedAt = this.#context.clock.now().getTime() / 1000;
    const expires = issuedAt + lifetimeSeconds;
    const token = await new SignJWT({
      scope: caller.scopes.join(' '),
      ...(caller.tenants === undefined ? {} : { tenants: caller.tenants }),
      ...(caller.claims === undefined ? {} : { claims: caller.claims }),
    })
      .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
      .setIssuer(issuer)
      .setAudience(this.#context.sandbox)
      .setSubject(caller.clientId)
      .setJti(id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expires)
      .sign(await this.#cryptoKey());
    // A new token needs no verification.
    this.#keep(token, { ...caller, scopes: caller.scopes.join(' ').split(' ') }, expires);
    return token;
  }

  async verify(token: string): Promise<Caller | TokenFault> {
    // Decoding any other string would throw several times, which costs more than the rest of a request.
    if (!jwtForm.test(token)) return { fault: notOurs, isForeign: true };
    // Foreign tokens are checked on every use, because their issuers decide when they expire.
    const foreign = algorithmOf(token) === algorithm ? undefined : await this.#context.checkForeign(token);
    const grant = foreign ?? this.#verified.get(token) ?? (await this.#check(token));
    if ('clientId' in grant) return grant;
    return 'fault' in grant ? grant : this.#judge(token, grant);
  }

  /**
   * Like {@link TokenService.verify}, but synchronous. Returns undefined for a token that has not been verified yet.
   */
  recall(token: string): Caller | TokenFault | undefined {
    if (!jwtForm.test(token)) return { fault: notOurs, isForeign: true };
    const grant = this.#verified.get(token);
    return grant === undefined ? undefined : this.#judge(token, grant);
  }

  #judge(token: string, grant: Grant): Caller | TokenFault {
    if (this.#revoked.has(token)) return { fault: 'The access token was revoked; request a new one' };
    if (this.#context.clock.now().getTime() < grant.expiresAt) return grant.caller;
    const at = new Date(grant.expiresAt).toISOString();
    return { fault: `The access token expired at ${at}; request a new one` };
  }

  revoke(token: string): void {
    this.#revoked.add(token);
    this.#context.kernel.changed(revokedTokens, token, () => true);
  }

  async wake(): Promise<void> {
    this.#verified.clear();
    this.#revoked = new Set((await this.#context.kernel.list(revokedTokens)).map(({ key }) => key));
  }

  #keep(token: string, caller: Caller, expires: number): Grant {
    const grant: Grant = { caller, expiresAt: Math.round(expires * 1000) };
    if (this.#verified.size > 10_000) this.#verified.clear();
    this.#verified.set(token, grant);
    return grant;
  }

  /** Imports the key once, because each import runs in another thread. */
  #cryptoKey(): Promise<webcrypto.CryptoKey> {
    const { key } = this.#context;
    this.#key ??= crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
    return this.#key;
  }

  async #check(token: string): Promise<Grant | TokenFault> {
    try {
      const { payload } = await jwtVerify(token, await this.#cryptoKey(), {
        issuer,
        audience: this.#context.sandbox,
        algorithms: [algorithm],
        // Verify only the signature here. Expiry is checked on every use.
        currentDate: new Date(0),
      });
      const { sub = '', scope, exp = 0, tenants, claims } = payload;
      const caller: Caller = {
        clientId: sub,
        scopes: String(scope).split(' '),
        ...(Array.isArray(tenants) ? { tenants: tenants.map(String) } : {}),
        ...(typeof claims === 'object' && claims !== null
          ? { claims: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)])) }
          : {}),
      };
      return this.#keep(token, caller, exp);
    } catch {
      const other = sandboxOf(token);
      if (other !== undefined && other !== this.#context.sandbox) {
        const fault = `The access token belongs to sandbox "${other}", but this is sandbox "${this.#context.sandbox}"; request one here`;
        return { fault };
      }
      return other === undefined ? { fault: notOurs, isForeign: true } : { fault: notOurs };
    }
  }
}

/** Matches the structure of a signed or encrypted token. */
const jwtForm = /^[\w-]+(?:\.[\w-]*){2,4}$/;

const notOurs = 'The bearer token was not issued by this identity provider; request a new access token';

function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg;
  } catch {
    return algorithm;
  }
}

/** Returns the sandbox named in one of our tokens, without verifying the token; undefined for any other string. */
function sandboxOf(token: string): string | undefined {
  try {
    const { iss, aud } = decodeJwt(token);
    return iss === issuer && typeof aud === 'string' && /^[a-z0-9-]{1,63}$/.test(aud) ? aud : undefined;
  } catch {
    return undefined;
  }
}
