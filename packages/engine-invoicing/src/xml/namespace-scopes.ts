const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** The namespace prefixes of a reader. A lookup is one step for any number of declarations and any depth. */
export class NamespaceScopes {
  /** By prefix what it is bound to, the innermost last. */
  readonly #bound = new Map<string, string[]>([
    ['xml', [XML_NAMESPACE]],
    ['', ['']],
  ]);
  /** The prefixes declared by the open elements; undefined for one that declares none. */
  readonly #open: (string[] | undefined)[] = [];

  /** An element begins. */
  enter(): void {
    this.#open.push(undefined);
  }

  /** The element that began last declares a prefix. */
  declare(prefix: string, namespace: string): void {
    const last = this.#open.length - 1;
    const declared = this.#open[last] ?? [];
    this.#open[last] = declared;
    declared.push(prefix);
    const bound = this.#bound.get(prefix);
    if (bound === undefined) this.#bound.set(prefix, [namespace]);
    else bound.push(namespace);
  }

  /** The element that began last ends. */
  leave(): void {
    for (const prefix of this.#open.pop() ?? []) this.#bound.get(prefix)?.pop();
  }

  /** What a prefix is bound to; undefined when it is not declared. */
  resolve(prefix: string): string | undefined {
    return this.#bound.get(prefix)?.at(-1);
  }
}
