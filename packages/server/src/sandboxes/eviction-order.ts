import { defaultSandboxName, wallNowMs } from '@understudy/kernel/serving';
import type { SandboxEntry } from './sandbox-entry.js';

/** Orders unchanged sandboxes by latest use, so that a sandbox to evict is found without searching all of them. */
export class EvictionOrder {
  readonly #entries: ReadonlyMap<string, SandboxEntry>;
  /** Least recently used first. Sandboxes that no longer qualify are removed when they are encountered. */
  readonly #unchanged = new Set<SandboxEntry>();

  /** @param entries sandboxes by name */
  constructor(entries: ReadonlyMap<string, SandboxEntry>) {
    this.#entries = entries;
  }

  /** Makes a sandbox the most recently used one. */
  noteUse(entry: SandboxEntry): void {
    entry.lastUsed = wallNowMs();
    this.#append(entry);
  }

  /** Orders all sandboxes by the time of their latest request, after they were read from an archive. */
  restore(): void {
    const byUse = [...this.#entries.values()].sort((one, other) => one.lastUsed - other.lastUsed);
    for (const entry of byUse) this.#append(entry);
  }

  delete(entry: SandboxEntry): void {
    this.#unchanged.delete(entry);
  }

  /** Returns the least recently used sandbox that can be evicted. Skips sandboxes with a request in progress. */
  candidate(): SandboxEntry | undefined {
    for (const entry of this.#unchanged) {
      if (entry.canEvict && this.#entries.get(entry.name) === entry) return entry;
      if (entry.kept || this.#entries.get(entry.name) !== entry) this.#unchanged.delete(entry);
    }
    return undefined;
  }

  #append(entry: SandboxEntry): void {
    if (entry.kept || entry.name === defaultSandboxName) return;
    this.#unchanged.delete(entry);
    this.#unchanged.add(entry);
  }
}
