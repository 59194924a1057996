/** The error of a file that cannot be read as an invoice. */
export type RejectionCode =
  | 'xml/too-large'
  | 'xml/encoding'
  | 'xml/not-well-formed'
  | 'xml/truncated'
  | 'xml/doctype'
  | 'xml/entity'
  | 'xml/too-deep'
  | 'xml/too-many-nodes'
  | 'invoice/not-an-invoice'
  | 'invoice/unsupported-format'
  | 'invoice/missing'
  | 'invoice/bad-date'
  | 'invoice/bad-amount'
  | 'invoice/not-convertible';

/** The reason and position of a rejected file. It is returned, never thrown. Lines and columns count from 1. */
export interface InvoiceRejection {
  readonly refused: true;
  readonly code: RejectionCode;
  /** One sentence: what failed and what to do. */
  readonly reason: string;
  readonly line?: number;
  readonly column?: number;
  /** XPath of the element concerned, where there is one. */
  readonly location?: string;
}

/** Returns whether a result is a refusal. */
export const isRejection = (result: object): result is InvoiceRejection =>
  'refused' in result && result.refused === true;
