import type { InferenceRule } from './rule.js';

/** All rules, in the order in which they run. */
export const inferenceRules: readonly InferenceRule[] = [];
