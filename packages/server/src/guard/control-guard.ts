import { createHash } from 'node:crypto';
import { KnownSecrets, redactedText } from '@understudy/contract';
import type { Caller } from '@understudy/kernel';
import { type AccessGuard, monotonicNowMs, parseBearerToken } from '@understudy/kernel/serving';

const namePattern = /^[a-z0-9][a-z0-9-]{0,40}$/;

/** Operations that only read, although they use POST. */
const readsByPost = new Set(['waitForJournal', 'createSession']);
/** Operations that are not about a sandbox, or that check the sandbox's owner themselves. */
const aboutNoSandbox = new Set([
  'getInfo',
  'getControlDescription',
  'createSession',
  'getMetrics',
  'listApis',
  'getApiEvidence',
  'getApiBehavior',
  'getApiModel',
  'listSandboxes',
  'createSandbox',
  'deleteSandbox',
  'listSnapshots',
  'getSnapshot',
  'deleteSnapshot',
]);

/** Operations that change an API for the sandboxes of all tokens. */
const changesAllSandboxes = new Set(['setApiModel']);

interface Holder {
  readonly token: ControlToken;
  /** Number of requests that are currently allowed without waiting. */
  left: number;
  /** Time at which `left` was computed, from {@link monotonicNowMs}. */
  at: number;
}

/**
 * Enforces the permissions and limits of each token on a server's control plane. Stores only digests of tokens, so that
 * comparisons take constant time.
 */
export class ControlGuard implements AccessGuard {
  readonly #byDigest = new Map<string, Holder>();
  readonly #byName = new Map<string, Holder>();
  readonly #byTicket = new Map<string, ControlToken>();
  /** The tokens as secrets, which are redacted in all output. */
  readonly secrets: KnownSecrets;

  /**
   * @param names names whose values are secrets, in addition to the built-in ones
   * @throws RangeError if a name or value is invalid or repeated, or a limit is invalid
   */
  constructor(tokens: readonly ControlToken[], names?: readonly string[]) {
    this.secrets = new KnownSecrets(names);
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

  tokenOf(value: string): ControlToken | undefined {
    return this.#byDigest.get(digestOf(value))?.token;
  }

  tokenNamed(name: string | undefined): ControlToken | undefined {
    return name === undefined ? undefined : this.#byName.get(name)?.token;
  }

  /**
   * Returns the value that represents a token in the console's cookie. It is useless elsewhere and expires with the
   * token.
   */
  ticketOf(name: string | undefined): string | undefined {
    const token = this.tokenNamed(name);
    return token === undefined ? undefined : ticketOf(token);
  }

  tokenOfTicket(ticket: string): ControlToken | undefined {
    return this.#byTicket.get(digestOf(ticket));
  }

  /** Returns headers in which tokens of this server are replaced by their names. */
  shown(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const token = this.tokenOf(parseBearerToken(headers['authorization'] ?? '') ?? '');
    return token === undefined ? headers : { ...headers, authorization: `Bearer [control token ${token.name}]` };
  }

  limitsOf(name: string | undefined): TokenLimits {
    return this.tokenNamed(name)?.limits ?? {};
  }

  /**
   * Returns the token that owns a snapshot, based on the snapshot's name: `team-a-before` belongs to `team-a`, not to
   * `team`.
   */
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

  mostStored(owner: string | undefined): number | undefined {
    return this.limitsOf(owner).storedBytes;
  }

  denialOf(
    ...[{ clientId, scopes }, { operationId, method }, sandbox]: Parameters<AccessGuard['denialOf']>
  ): string | undefined {
    const [scope] = scopes;
    if (scope === 'all') return undefined;
    if (scope === 'read') {
      if (method === 'GET' || readsByPost.has(operationId)) return undefined;
      return `The control token "${clientId}" can only read. ${operationId} needs the scope "own sandboxes" or "all"`;
    }
    if (changesAllSandboxes.has(operationId))
      return `The control token "${clientId}" cannot change an API of all sandboxes; ${operationId} takes one with the scope "all"`;
    if (aboutNoSandbox.has(operationId) || sandbox.owner === clientId) return undefined;
    return `Sandbox "${sandbox.name}" does not belong to the control token "${clientId}"; create another one with POST /_sim/sandboxes`;
  }

  /**
   * Counts a request made with a token. @returns seconds until the next allowed request; 0 if the request is allowed
   */
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

/** Returns the owner whose sandboxes and snapshots a caller can see; undefined if the caller can see all. */
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
  // For compatibility, a single token can be short.
  if (value.length < 16 && name !== 'control')
    throw new RangeError(`The value of control token "${name}" has fewer than 16 characters`);
  for (const [limit, most] of Object.entries(limits)) {
    if (!Number.isInteger(most) || most < 1)
      throw new RangeError(`${limit} of control token "${name}" must be a positive integer`);
  }
}

/** What a control token can do: only read, also create sandboxes and do anything in them, or do anything. */
export type TokenScope = 'read' | 'own sandboxes' | 'all';

/** Usage limits of a token. Omitted properties mean no limit for this token. */
export interface TokenLimits {
  readonly sandboxes?: number;
  /** Approximate maximum bytes of the records in the token's sandboxes, including messages, and of its snapshots. */
  readonly storedBytes?: number;
  /** Maximum rate of requests to the control plane with the token, and to its sandboxes. */
  readonly requestsPerSecond?: number;
  /** Maximum number of open event streams. */
  readonly streams?: number;
  /** Maximum number of concurrent jobs in the token's sandboxes. Further jobs wait. */
  readonly computing?: number;
}

export interface ControlToken {
  /** Name of the token in journals and logs, which never contain its value. Lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly value: string;
  readonly scope: TokenScope;
  readonly limits?: TokenLimits;
}
