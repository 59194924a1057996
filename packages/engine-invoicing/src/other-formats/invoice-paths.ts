import paths from '../data/invoice-paths.json' with { type: 'json' };

/** The way down to an element, as local names. */
export type Path = readonly string[];

/** Paths to the terms of a party, from its element. Of several places the first that has a value counts. */
export interface PartyPaths {
  readonly party: Path;
  readonly name: Path;
  readonly country: Path;
  readonly legalIds: readonly Path[];
  readonly vatId: Path;
  /** The electronic address, with the attribute that holds its scheme. */
  readonly endpoint?: { readonly at: Path; readonly scheme: string };
}

/** Paths to the terms of an invoice for records, from the element of the invoice. */
export interface InvoicePaths {
  /** From the document element; where it leads nowhere, the document element is the invoice. */
  readonly invoice: Path;
  readonly typeCode: Path;
  readonly number: Path;
  readonly issueDate: Path;
  readonly dueDate: Path;
  readonly currency: Path;
  readonly withoutVat: Path;
  readonly vat: Path;
  readonly withVat: Path;
  readonly payable: Path;
  readonly paymentReference: Path;
  readonly accounts: readonly Path[];
  readonly lines: Path;
  readonly seller: PartyPaths;
  readonly buyer: PartyPaths;
  /** Country of a party that names none. */
  readonly homeCountry?: string;
}

/** By the code of the format. Formats without a public structure are missing. */
export const pathsByFormat: ReadonlyMap<string, InvoicePaths> = new Map(Object.entries(paths));
