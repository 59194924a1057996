import type { OpenApiDocument } from '@understudy/contract';
import type { ApiPlan, BehaviorModel, Reason } from '@understudy/model';

/** What rules know about an API. */
export interface Knowledge {
  readonly document: OpenApiDocument;
  /** The operations, resources and schemas. */
  readonly plan: Omit<ApiPlan, 'behavior' | 'model' | 'ruled' | 'writeReadableModel'>;
  /** The statements of earlier rules. */
  readonly model: BehaviorModel;
  /** The number of statements in the model. */
  readonly count: number;
}

/** A statement of a model that a rule infers, with its evidence. */
export interface InferredStatement {
  /** Its place in the model, as a JSON Pointer, such as `/resources/orders/members/total`. */
  readonly at: string;
  readonly value: unknown;
  readonly reason: Omit<Reason, 'rule'>;
}

/**
 * A general inference from a description to statements. It never sees the name of a provider, and holds for any
 * description.
 */
export interface InferenceRule {
  /** Printed by `explain --why`, such as `reference-by-name`. */
  readonly id: string;
  /** One sentence: what is inferred, and from what. */
  readonly says: string;
  infer(known: Knowledge): Iterable<InferredStatement>;
}
