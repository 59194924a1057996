import type { IncomingRequest } from '@understudy/kernel';
import { isConsoleCall, isServerPath, ServedElsewhereError, splitAddress } from '@understudy/kernel/serving';
import type { SandboxRegistry } from '../sandboxes/sandbox-registry.js';

export interface OwnerLocation {
  readonly address: string | undefined;
  readonly url: string;
  /** True if the owner is unknown, for example because the database is unreachable. */
  readonly isUnknown?: boolean;
}

const ofSandbox = /^\/_sim\/sandboxes\/([a-z0-9][a-z0-9-]*)$/;

/** Maximum number of remembered sandbox owners. */
const maxRemembered = 10_000;

/**
 * Finds the server for a request if several servers share an archive. This server claims sandboxes without an owner.
 */
export class OwnerLocator {
  readonly #sandboxes: SandboxRegistry;
  /**
   * The last known address of each sandbox's owner. The server at that address knows whether it still owns the sandbox.
   */
  readonly #remembered = new Map<string, string>();

  constructor(sandboxes: SandboxRegistry) {
    this.#sandboxes = sandboxes;
  }

  /** @param isRemembered whether to accept the last known owner without a query */
  async locate(
    { method, url, origin, headers }: Pick<IncomingRequest, 'method' | 'url' | 'origin' | 'headers'>,
    isRemembered: boolean,
  ): Promise<OwnerLocation> {
    const { sandbox, path } = splitAddress(url, origin);
    if (isServerPath(path)) return { address: undefined, url };
    const deleted = method === 'DELETE' ? ofSandbox.exec(path)?.[1] : undefined;
    // The owner of a sandbox deletes it, so the request uses that sandbox's URL.
    const itself = `/~${deleted}/_sim/sandboxes/${deleted}`;
    try {
      if (deleted !== undefined && (await this.#sandboxes.owns(deleted))) return { address: undefined, url: itself };
    } catch (error) {
      if (error instanceof ServedElsewhereError) return { address: error.address, url: itself };
    }
    if (this.#sandboxes.ready(sandbox) !== undefined) return { address: undefined, url };
    const last = isRemembered ? this.#remembered.get(sandbox) : undefined;
    if (last !== undefined) return { address: last, url };
    this.#remembered.delete(sandbox);
    if (isConsoleCall(headers, path) && !(await this.#sandboxes.isKnown(sandbox))) return { address: undefined, url };
    try {
      await this.#sandboxes.open(sandbox);
    } catch (error) {
      if (!(error instanceof ServedElsewhereError)) return { address: undefined, url, isUnknown: true };
      this.#remember(sandbox, error.address);
      return { address: error.address, url };
    }
    return { address: undefined, url };
  }

  #remember(sandbox: string, address: string): void {
    this.#remembered.set(sandbox, address);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
  }
}
