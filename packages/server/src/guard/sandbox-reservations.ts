/** The sandboxes that control tokens are creating. They count before they exist. */
export class SandboxReservations {
  readonly #names = new Map<string, Set<string>>();
  /** The last decision for each token. Decisions take turns, so that each one sees the reservations before it. */
  readonly #turns = new Map<string, Promise<unknown>>();

  /**
   * Reserves a sandbox for a token.
   *
   * @param most maximum number of sandboxes of the token
   * @param listOwn lists the names of the token's sandboxes
   * @returns a function that ends the reservation once the sandbox exists or its creation failed; undefined if the token
   * has its maximum
   */
  async reserve(
    { owner, name }: { readonly owner: string; readonly name: string },
    most: number,
    listOwn: () => Promise<readonly string[]>,
  ): Promise<(() => void) | undefined> {
    const reserved = this.#names.get(owner) ?? new Set();
    this.#names.set(owner, reserved);
    const decide = async () => {
      // A sandbox finished in the meantime could be missing from both `listOwn` and `reserved`.
      const before = [...reserved];
      const own = new Set([...before, ...(await listOwn()), ...reserved]);
      if (own.size >= most && !own.has(name)) return undefined;
      if (reserved.has(name)) return () => {};
      reserved.add(name);
      return () => void reserved.delete(name);
    };
    const turn = (this.#turns.get(owner) ?? Promise.resolve()).then(decide);
    this.#turns.set(
      owner,
      turn.catch(() => undefined),
    );
    return await turn;
  }
}
