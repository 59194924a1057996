import type { Definition, Rule } from './judge-types.js';

/** A job definition of the benchmark. */
export interface BenchDefinition extends Omit<Definition, 'constraints' | 'configuration'> {
  readonly jobInfo: Definition['jobInfo'] & { readonly id: string; readonly organisationId: string };
  readonly constraints: Readonly<Record<string, readonly BenchRule[]>>;
  readonly configuration: NonNullable<Definition['configuration']> & { readonly seed: number };
}

/** A rule with an importance, or with a weight of its own. */
export type BenchRule = Rule & { readonly weight?: number };
