/** The error code of a file that cannot be read as an invoice. */
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

/** The reason and position of a rejected file. It is returned, never thrown. Lines and columns start at 1. */
export interface InvoiceRejection {
  readonly refused: true;
  readonly code: RejectionCode;
  /** One sentence: what failed and what to do. */
  readonly reason: string;
  readonly line?: number;
  readonly column?: number;
  /** The XPath of the affected element, if there is one. */
  readonly location?: string;
}

export const isRejection = (result: object): result is InvoiceRejection =>
  'refused' in result && result.refused === true;
