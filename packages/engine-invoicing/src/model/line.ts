import type { DatePeriod, Decimal, SchemedIdentifier } from './values.js';

/** An allowance or a charge of the document (BG-20, BG-21) or of a line (BG-27, BG-28). */
export interface AllowanceOrCharge {
  readonly charge: boolean;
  /** BT-92, BT-99, BT-136, BT-141 */
  readonly amount: Decimal;
  /** BT-93, BT-100, BT-137, BT-142 */
  readonly base?: Decimal;
  /** BT-94, BT-101, BT-138, BT-143 */
  readonly percent?: Decimal;
  /** BT-95, BT-102; none on lines */
  readonly category?: string;
  /** BT-96, BT-103; none on lines */
  readonly rate?: Decimal;
  /** BT-97, BT-104, BT-139, BT-144 */
  readonly reason?: string;
  /** BT-98, BT-140 (UNTDID 5189); BT-105, BT-145 (UNTDID 7161) */
  readonly reasonCode?: string;
}

/** The item of a line: BG-31, with BG-30 and BG-32. */
export interface InvoiceItem {
  /** BT-153 */
  readonly name?: string;
  /** BT-154 */
  readonly description?: string;
  /** BT-155 */
  readonly sellerId?: string;
  /** BT-156 */
  readonly buyerId?: string;
  /** BT-157 */
  readonly standardId?: SchemedIdentifier;
  /** BT-158 */
  readonly classifications: readonly SchemedIdentifier[];
  /** BT-159 */
  readonly origin?: string;
  /** BT-151 */
  readonly category?: string;
  /** BT-152 */
  readonly rate?: Decimal;
  /** BG-32: BT-160, BT-161 */
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

/** A price, BG-29. */
export interface ItemPrice {
  /** BT-146 */
  readonly net?: Decimal;
  /** BT-147 */
  readonly discount?: Decimal;
  /** BT-148 */
  readonly gross?: Decimal;
  /** BT-149 */
  readonly baseQuantity?: Decimal;
  /** BT-150 */
  readonly baseUnit?: string;
}

/** An invoice line, BG-25. */
export interface InvoiceLine {
  /** BT-126 */
  readonly id: string;
  /** BT-127 */
  readonly note?: string;
  /** BT-128 */
  readonly object?: SchemedIdentifier;
  /** BT-129 */
  readonly quantity?: Decimal;
  /** BT-130, UNECE Rec 20 and 21 */
  readonly unit?: string;
  /** BT-131 */
  readonly net?: Decimal;
  /** BT-132 */
  readonly orderLine?: string;
  /** BT-133 */
  readonly accounting?: string;
  /** BG-26 */
  readonly period?: DatePeriod;
  /** BG-27 and BG-28 */
  readonly allowances: readonly AllowanceOrCharge[];
  readonly price: ItemPrice;
  readonly item: InvoiceItem;
}
