import type { JobConfiguration } from '../model/job.js';
import type { Field } from './field.js';

/** Reads the settings of the run; what is not sent takes its default (rostering.gap.configuration-contents). */
export function readConfiguration(definition: Field): JobConfiguration {
  const own = definition.at('configuration');
  const extensions = definition.at('extensions');
  const field = own.absent ? extensions.at('configuration') : own;
  const used = !field.absent && field.isObject();
  const integer = (holder: Field, key: string, otherwise: number, min: number, max?: number): number => {
    const value = holder.at(key);
    return !used || value.absent ? otherwise : (value.integer(min, max) ?? otherwise);
  };
  const weights = field.at('demandWeights');
  if (used && !weights.absent) weights.isObject();
  const analyze = field.at('analyzeInput');
  return {
    timeLimitSeconds: integer(field, 'timeLimitSeconds', 30, 1, 3600),
    unimprovedTimeLimitSeconds: integer(field, 'unimprovedTimeLimitSeconds', 10, 1, 3600),
    seed: integer(field, 'seed', 0, Number.MIN_SAFE_INTEGER),
    demandWeights: {
      min: integer(weights, 'min', 100, 0, 10_000),
      ideal: integer(weights, 'ideal', 10, 0, 10_000),
      max: integer(weights, 'max', 1, 0, 10_000),
    },
    analyzeInput: used && !analyze.absent ? (analyze.boolean() ?? false) : false,
  };
}
