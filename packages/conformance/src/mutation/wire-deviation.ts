import type { JsonEdit } from './edit-json.js';

export type WireDeviationKind =
  | 'field-dropped'
  | 'type-changed'
  | 'enum-left'
  | 'status-swapped'
  | 'header-lost'
  | 'page-repeated'
  | 'delivery-doubled'
  | 'tenant-mixed-up';

export interface WireDeviation {
  /** Stable: `<api>.<operationId> <status> <what>`. */
  readonly id: string;
  readonly kind: WireDeviationKind;
  readonly api: string;
  /** The changed operation; `webhook` for webhooks. */
  readonly operationId: string;
  /** The changed status. All when absent. */
  readonly status?: number;
  /** A sentence that describes the error of the server. */
  readonly says: string;
  /** The place in the body and its change. */
  readonly path?: readonly string[];
  readonly edit?: JsonEdit;
  /** The removed header in lower case. */
  readonly header?: string;
  /** The new status. */
  readonly instead?: number;
}

/** A deviation that the contract allows. */
export interface EquivalentDeviation {
  readonly id: string;
  readonly reason: string;
}
