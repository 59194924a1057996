/** Weights of a broken strict rule, of a missing head or hour, and of soft cost in a row that is planned as a whole. */
export const rowWeights = [10_000, 2_000, 1] as const;
