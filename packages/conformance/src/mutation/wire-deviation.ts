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
  /** A stable id: `<api>.<operationId> <status> <what>`. */
  readonly id: string;
  readonly kind: WireDeviationKind;
  readonly api: string;
  /** The changed operation; `webhook` for webhooks. */
  readonly operationId: string;
  /** The status whose responses are changed. If absent, all are. */
  readonly status?: number;
  /** A sentence that describes the server's error. */
  readonly says: string;
  /** The location in the body, and its change. */
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
