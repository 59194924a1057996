import type { FoundCall } from './find-calls.js';
import type { ListPlan } from './list-plan.js';
import type { OperationPlan } from './plan.js';
import type { Effects } from './plan-effects.js';
import type { FoundResource, Resource } from './resource.js';
import type { Surveyed } from './survey.js';

/** The resources of a description, by the ways to find them. */
export interface Found {
  readonly byShape: ReadonlyMap<string, FoundResource>;
  readonly byItem: ReadonlyMap<string, Resource>;
  readonly calls: ReadonlyMap<Surveyed, FoundCall>;
  readonly all: Resource[];
}

/** The effect of an operation, before its details are known. */
export interface Intent
  extends Partial<Pick<OperationPlan, 'upserts' | 'partial' | 'each' | 'member' | 'parents' | 'key'>> {
  readonly does: OperationPlan['does'];
  readonly resource?: Resource;
  readonly why: string;
  readonly effects?: Effects;
  readonly join?: Pick<ListPlan, 'across' | 'refers' | 'refersTo'>;
}
