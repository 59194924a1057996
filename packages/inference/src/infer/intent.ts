import type {
  ActionEffects,
  FoundResource,
  ListPlan,
  OperationPlan,
  OperationStatement,
  Resource,
} from '@understudy/model';
import type { FoundCall } from './find-calls.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

export interface ResourceIndex {
  readonly byShape: ReadonlyMap<string, FoundResource>;
  readonly byItem: ReadonlyMap<string, Resource>;
  readonly calls: ReadonlyMap<SurveyedOperation, FoundCall>;
  readonly all: Resource[];
  /** The resources that an operation lists. */
  readonly listed: Set<Resource>;
}

/** The effect of an operation, before its details are planned. */
export interface OperationIntent extends Partial<Pick<OperationPlan, 'partial' | 'member' | 'parents' | 'key'>> {
  readonly does: OperationPlan['does'];
  readonly resource?: Resource;
  readonly why: string;
  /** True if a missing record is created. */
  readonly upserts?: boolean;
  readonly effects?: ActionEffects;
  /** For operations on several records: the list, and the key and content of each item. */
  readonly of?: Pick<OperationStatement, 'each' | 'key' | 'with'>;
  readonly join?: Pick<ListPlan, 'across' | 'refers' | 'refersTo'>;
}

export type IntentRule = (
  survey: OperationSurvey,
  found: ResourceIndex,
  each: SurveyedOperation,
) => OperationIntent | undefined;
