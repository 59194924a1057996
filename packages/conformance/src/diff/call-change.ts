/** A difference between two descriptions of one call. */
export interface CallChange {
  readonly rule: string;
  readonly side: 'request' | 'response' | 'operation';
  readonly says: string;
  /** Who is affected: clients written for the old description, or servers that implement it. */
  readonly audience: 'consumers' | 'providers';
  readonly isMild?: boolean | undefined;
  /** The place in the body. */
  readonly pointer?: string;
  readonly witness?: unknown;
}
