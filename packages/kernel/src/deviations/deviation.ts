import type { Change } from './change.js';

/**
 * Planted faults by the claim that each breaks, and further ones by `<claim>#<name>`: what the server does instead in one
 * sentence, the change, and the API whose simulator is changed where it is another one. Or the reason why none can be made.
 */
export type Deviations = Readonly<Record<string, readonly [says: string, change: Change, api?: string] | string>>;
