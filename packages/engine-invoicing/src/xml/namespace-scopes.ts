const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** The namespace prefixes of a reader. A lookup takes constant time for any number of declarations and any depth. */
export class NamespaceScopes {
  /** The namespaces to which each prefix is bound, innermost last. */
  readonly #bound = new Map<string, string[]>([
    ['xml', [XML_NAMESPACE]],
    ['', ['']],
  ]);
  /** The prefixes declared by the open elements; undefined for an element that declares none. */
  readonly #open: (string[] | undefined)[] = [];

  /** Enters an element. */
  enter(): void {
    this.#open.push(undefined);
  }

  /** Declares a prefix on the current element. */
  declare(prefix: string, namespace: string): void {
    const last = this.#open.length - 1;
    const declared = this.#open[last] ?? [];
    this.#open[last] = declared;
    declared.push(prefix);
    const bound = this.#bound.get(prefix);
    if (bound === undefined) this.#bound.set(prefix, [namespace]);
    else bound.push(namespace);
  }

  /** Leaves the current element. */
  leave(): void {
    for (const prefix of this.#open.pop() ?? []) this.#bound.get(prefix)?.pop();
  }

  /** Returns the namespace of a prefix. Undefined if it is not declared. */
  resolve(prefix: string): string | undefined {
    return this.#bound.get(prefix)?.at(-1);
  }
}
