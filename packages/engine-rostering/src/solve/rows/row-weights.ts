/** What the breach of a strict rule, a missing head or hour, and soft cost weigh in a row that is planned as a whole. */
export const rowWeights = [10_000, 2_000, 1] as const;
