import type { JsonEdit } from './edit-json.js';

/** What goes wrong between a server and its client. */
export type WireDeviationKind =
  | 'field-dropped'
  | 'type-changed'
  | 'enum-left'
  | 'status-swapped'
  | 'header-lost'
  | 'page-repeated'
  | 'delivery-doubled'
  | 'tenant-mixed-up';

/** One deviation on the wire, made from a description. */
export interface WireDeviation {
  /** Stable: `<api>.<operationId> <status> <what>`. */
  readonly id: string;
  readonly kind: WireDeviationKind;
  readonly api: string;
  /** The operation whose answers are changed; for what a webhook carries, `webhook`. */
  readonly operationId: string;
  /** The status whose answers are changed; all when absent. */
  readonly status?: number;
  /** One sentence: what the server does wrong. */
  readonly says: string;
  /** Where in the body, and what is done there. */
  readonly path?: readonly string[];
  readonly edit?: JsonEdit;
  /** The header that is lost, in lower case. */
  readonly header?: string;
  /** The status that is sent instead. */
  readonly instead?: number;
}

/** A deviation that was not made, because the contract allows what it would do. */
export interface EquivalentDeviation {
  readonly id: string;
  readonly reason: string;
}
