/**
 * What a commit survives. `normal`: a crash of the process. `full`: also a crash of the machine, with fsync before each
 * response.
 */
export type CommitDurability = 'normal' | 'full';
