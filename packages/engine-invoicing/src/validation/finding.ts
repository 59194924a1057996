/** The severity of a finding in the terms of the published rules. A fatal finding makes the invoice invalid. */
export type FindingSeverity = 'fatal' | 'warning';

/** A violation of a rule by an invoice. */
export interface InvoiceFinding {
  /** Official id, such as `BR-CO-15`; of structure: `UBL-XSD/order`, `FINVOICE/type` ... */
  readonly ruleId: string;
  readonly severity: FindingSeverity;
  /** `schema` for structure, `schematron` for business rules (einvoicing.gap.validator-endpoints). */
  readonly stage: 'schema' | 'schematron';
  /** XPath of the element. */
  readonly location: string;
  /** Line of the element's start tag, from 1. */
  readonly line: number;
  readonly message: string;
}
