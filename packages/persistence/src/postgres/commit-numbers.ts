/** Maximum number of sandboxes to remember. Many more than a server has active. */
const maxRemembered = 10_000;

/** The number of the latest commit of each sandbox that this process has read or stored. */
export class CommitNumbers {
  readonly #latest = new Map<string, { readonly epoch: number; readonly commits: number }>();

  /** Returns undefined if the sandbox was not used in this epoch. */
  get(sandbox: string, epoch: number): number | undefined {
    const latest = this.#latest.get(sandbox);
    return latest?.epoch === epoch ? latest.commits : undefined;
  }

  set(sandbox: string, epoch: number, commits: number): void {
    this.#latest.delete(sandbox);
    this.#latest.set(sandbox, { epoch, commits });
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > maxRemembered && oldest !== undefined) this.#latest.delete(oldest);
  }

  delete(sandbox: string): void {
    this.#latest.delete(sandbox);
  }
}
