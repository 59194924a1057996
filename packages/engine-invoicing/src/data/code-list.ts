/** A list of codes, kept as text until the first look-up. */
export class CodeList {
  #codes: ReadonlySet<string> | undefined;

  constructor(readonly source: string) {}

  has(code: string): boolean {
    this.#codes ??= new Set(this.source.trim().split(/\s+/));
    return this.#codes.has(code);
  }

  /** All codes as one text, a space before and after each. */
  get text(): string {
    return ` ${this.source.trim().replace(/\s+/g, ' ')} `;
  }
}
