/** A decimal number as text with a point, such as `-12.50`: money is never a float. */
export type Decimal = string;

/** A calendar date, `2026-01-15`. */
export type IsoDate = string;

/** An identifier and the scheme it is of (ISO 6523 or EAS code, UNTDID code), where the file names one. */
export interface Identifier {
  readonly value: string;
  readonly scheme?: string;
  /** Version of the scheme, for item classifications (BT-158-2). */
  readonly version?: string;
}

/** A period, BG-14 or BG-26. */
export interface Period {
  /** BT-73, BT-134 */
  readonly start?: IsoDate;
  /** BT-74, BT-135 */
  readonly end?: IsoDate;
}
