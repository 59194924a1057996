import type { Change } from './change.js';

/** A simulator that breaks one claim on purpose. */
export interface PolicyDeviation {
  /** The claim that it breaks. */
  readonly claim: string;
  /** The API whose simulator is changed: that of the claim, or the identity provider. */
  readonly api: string;
  /** One sentence: what the server does instead. */
  readonly says: string;
  readonly change: Change;
}

/** Changes by claim, and further ones by `<claim>#<name>`; or the reason why none can be made. */
export type Deviations = Readonly<Record<string, readonly [says: string, change: Change, api?: 'identity'] | string>>;
