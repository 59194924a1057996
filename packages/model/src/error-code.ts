/** What a code of a described error says. */
export interface ErrorCodeMeaning {
  /** The statuses that its words name, and how clearly they do, in the order of precision. */
  readonly names: readonly {
    readonly statuses: readonly number[];
    readonly strength: number;
    /** Its other words. Some say nothing about an error. */
    readonly others: readonly { readonly word: string; readonly isNeutral: boolean }[];
  }[];
  /** How well it fits an error that it does not name: any mistake of a client, or any error. */
  readonly general: { readonly client: number; readonly any: number };
  readonly isAboutMissing: boolean;
  /** True if it is the code of any error. */
  readonly isAny: boolean;
}

/** The codes of described errors: the values and the names of their schemas. */
export type ErrorCodes = ReadonlyMap<string, ErrorCodeMeaning>;
