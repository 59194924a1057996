/** A list of codes, kept as the text it is written in until the first question. */
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
