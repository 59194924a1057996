/** The weights of a violated strict rule, of a missing head or hour, and of soft cost when a whole row is planned. */
export const rowWeights = [10_000, 2_000, 1] as const;
