import paths from '../data/invoice-paths.json' with { type: 'json' };

/** The way down to an element, as local names. */
export type ElementPath = readonly string[];

/** Paths to the terms of a party, from its element. Of several places the first that has a value counts. */
export interface PartyPaths {
  readonly party: ElementPath;
  readonly name: ElementPath;
  readonly country: ElementPath;
  readonly legalIds: readonly ElementPath[];
  readonly vatId: ElementPath;
  /** The electronic address, with the attribute that holds its scheme. */
  readonly endpoint?: { readonly at: ElementPath; readonly scheme: string };
}

/** Paths to the terms of an invoice for records, from the element of the invoice. */
export interface InvoicePaths {
  /** From the document element; where it leads nowhere, the document element is the invoice. */
  readonly invoice: ElementPath;
  readonly typeCode: ElementPath;
  readonly number: ElementPath;
  readonly issueDate: ElementPath;
  readonly dueDate: ElementPath;
  readonly currency: ElementPath;
  readonly withoutVat: ElementPath;
  readonly vat: ElementPath;
  readonly withVat: ElementPath;
  readonly payable: ElementPath;
  readonly paymentReference: ElementPath;
  readonly accounts: readonly ElementPath[];
  readonly lines: ElementPath;
  readonly seller: PartyPaths;
  readonly buyer: PartyPaths;
  /** Country of a party that names none. */
  readonly homeCountry?: string;
}

/** By the code of the format. Formats without a public structure are missing. */
export const pathsByFormat: ReadonlyMap<string, InvoicePaths> = new Map(Object.entries(paths));
