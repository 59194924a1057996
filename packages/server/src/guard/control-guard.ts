import { createHash } from 'node:crypto';
import { KnownSecrets, redactedText } from '@understudy/contract';
import type { Caller } from '@understudy/kernel';
import { type AccessGuard, monotonicNowMs, parseBearerToken } from '@understudy/kernel/serving';

const namePattern = /^[a-z0-9][a-z0-9-]{0,40}$/;

/** Reads, although it is asked for by POST. */
const readsByPost = new Set(['waitForJournal', 'createSession']);
/** Operations that concern no sandbox, or that check the owner of the sandbox themselves. */
const aboutNoSandbox = new Set([
  'getInfo',
  'getControlDescription',
  'createSession',
  'getMetrics',
  'listApis',
  'getApiEvidence',
  'listSandboxes',
  'createSandbox',
  'deleteSandbox',
  'listSnapshots',
  'getSnapshot',
  'deleteSnapshot',
]);

/** A token with what was used by it. */
interface Holder {
  readonly token: ControlToken;
  /** Requests that may come at once. */
  left: number;
  /** The moment of `left`, by {@link monotonicNowMs}. */
  at: number;
}

/** Who may do what at the control plane of a server, and how much. Tokens are known by a digest, so that comparing takes the same time. */
export class ControlGuard implements AccessGuard {
  readonly #byDigest = new Map<string, Holder>();
  readonly #byName = new Map<string, Holder>();
  readonly #byTicket = new Map<string, ControlToken>();
  /** What opens the control plane, which nothing shows. */
  readonly secrets = new KnownSecrets();

  /** @throws RangeError for names and values that are no such, or are there twice, and for limits that are none */
  constructor(tokens: readonly ControlToken[]) {
    for (const token of tokens) {
      refuseWrong(token);
      const digest = digestOf(token.value);
      if (this.#byName.has(token.name)) throw new RangeError(`Duplicate control token "${token.name}"`);
      if (this.#byDigest.has(digest))
        throw new RangeError(`Control token "${token.name}" has the same value as another one`);
      const holder: Holder = { token, left: token.limits?.requestsPerSecond ?? 0, at: monotonicNowMs() };
      this.#byDigest.set(digest, holder);
      this.#byName.set(token.name, holder);
      this.#byTicket.set(digestOf(ticketOf(token)), token);
      for (const secret of [token.value, ticketOf(token)]) this.secrets.add(secret, redactedText);
    }
  }

  /** Returns the token of this value; undefined for none. */
  tokenOf(value: string): ControlToken | undefined {
    return this.#byDigest.get(digestOf(value))?.token;
  }

  /** Returns the token of this name; undefined for none. */
  tokenNamed(name: string | undefined): ControlToken | undefined {
    return name === undefined ? undefined : this.#byName.get(name)?.token;
  }

  /** What stands for a token in the console's cookie: it opens nothing elsewhere, and ends with the token. */
  ticketOf(name: string | undefined): string | undefined {
    const token = this.tokenNamed(name);
    return token === undefined ? undefined : ticketOf(token);
  }

  /** Returns the token that a cookie stands for; undefined for none. */
  tokenOfTicket(ticket: string): ControlToken | undefined {
    return this.#byTicket.get(digestOf(ticket));
  }

  /** Returns the headers as others may see them: a token of this server is named instead. */
  shown(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const token = this.tokenOf(parseBearerToken(headers['authorization'] ?? '') ?? '');
    return token === undefined ? headers : { ...headers, authorization: `Bearer [control token ${token.name}]` };
  }

  limitsOf(name: string | undefined): TokenLimits {
    return this.tokenNamed(name)?.limits ?? {};
  }

  /** The token that owns a snapshot, by its name: `team-a-before` belongs to `team-a`, not to `team`. */
  ownerOfSnapshot(snapshot: string): string | undefined {
    let owner: string | undefined;
    for (const { token } of this.#byName.values()) {
      if (token.scope !== 'own sandboxes' || !snapshot.startsWith(`${token.name}-`)) continue;
      if (token.name.length > (owner?.length ?? 0)) owner = token.name;
    }
    return owner;
  }

  callerOf(value: string): Caller | undefined {
    const token = this.tokenOf(value);
    return token === undefined ? undefined : { clientId: token.name, scopes: [token.scope] };
  }

  limitsStorage(owner: string | undefined): boolean {
    return this.limitsOf(owner).storedBytes !== undefined;
  }

  denialOf(
    ...[{ clientId, scopes }, { operationId, method }, sandbox]: Parameters<AccessGuard['denialOf']>
  ): string | undefined {
    const [scope] = scopes;
    if (scope === 'all') return undefined;
    if (scope === 'read') {
      if (method === 'GET' || readsByPost.has(operationId)) return undefined;
      return `The control token "${clientId}" may only read; ${operationId} takes one with the scope "own sandboxes" or "all"`;
    }
    if (aboutNoSandbox.has(operationId) || sandbox.owner === clientId) return undefined;
    return `Sandbox "${sandbox.name}" is none of the control token "${clientId}"; make one of its own with POST /_sim/sandboxes`;
  }

  /** Counts a request made with the token. @returns seconds to wait when there were too many; 0 when it may come */
  countRequest(name: string): number {
    const holder = this.#byName.get(name);
    const rate = holder?.token.limits?.requestsPerSecond;
    if (holder === undefined || rate === undefined) return 0;
    const now = monotonicNowMs();
    holder.left = Math.min(rate, holder.left + ((now - holder.at) / 1000) * rate);
    holder.at = now;
    if (holder.left < 1) return Math.ceil((1 - holder.left) / rate);
    holder.left -= 1;
    return 0;
  }
}

/** Whose sandboxes and snapshots alone a caller may see; undefined where it may see all. */
export function findSandboxOwner(caller: Caller | undefined): string | undefined {
  return caller?.scopes[0] === 'own sandboxes' ? caller.clientId : undefined;
}

function ticketOf({ value }: ControlToken): string {
  return createHash('sha256').update(`console ${value}`).digest('base64url');
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}

function refuseWrong({ name, value, limits = {} }: ControlToken): void {
  if (!namePattern.test(name)) {
    throw new RangeError(
      `The name of a control token consists of lower-case letters, digits and hyphens; "${name}" does not`,
    );
  }
  // A single token may be as short as it always could.
  if (value.length < 16 && name !== 'control')
    throw new RangeError(`The value of control token "${name}" has fewer than 16 characters`);
  for (const [limit, most] of Object.entries(limits)) {
    if (!Number.isInteger(most) || most < 1)
      throw new RangeError(`${limit} of control token "${name}" must be a positive integer`);
  }
}

/** What a token of the control plane may do: look, make sandboxes and do anything in those, or do anything. */
export type TokenScope = 'read' | 'own sandboxes' | 'all';

/** What the holder of a token may use of a server; what is absent has no limit of its own. */
export interface TokenLimits {
  readonly sandboxes?: number;
  /** Bytes that the records of its sandboxes, messages among them, and its snapshots take together, about. */
  readonly storedBytes?: number;
  /** To the control plane with the token, and to its sandboxes. */
  readonly requestsPerSecond?: number;
  /** Event streams that are open at once. */
  readonly streams?: number;
  /** Jobs of its sandboxes that are computed at once; others wait. */
  readonly computing?: number;
}

export interface ControlToken {
  /** What it is called in journals and logs, which never have its value: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly value: string;
  readonly scope: TokenScope;
  readonly limits?: TokenLimits;
}
