/** A decimal number as text with a point, such as `-12.50`: money is never a float. */
export type Decimal = string;

/** A calendar date, `2026-01-15`. */
export type IsoDate = string;

/** An identifier and its scheme (ISO 6523 or EAS code, UNTDID code), if the file has one. */
export interface SchemedIdentifier {
  readonly value: string;
  readonly scheme?: string;
  /** Version of the scheme, for item classifications (BT-158-2). */
  readonly version?: string;
}

/** A period, BG-14 or BG-26. */
export interface DatePeriod {
  /** BT-73, BT-134 */
  readonly start?: IsoDate;
  /** BT-74, BT-135 */
  readonly end?: IsoDate;
}
