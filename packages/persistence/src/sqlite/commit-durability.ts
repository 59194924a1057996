/**
 * What committed data survives. `normal`: a process crash. `full`: also a machine crash, because of an fsync before
 * each response.
 */
export type CommitDurability = 'normal' | 'full';
