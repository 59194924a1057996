import type { ApiPlan } from '@understudy/model';
import type { Trial } from '../state/trial.js';
import { answerTrials } from './answer-trials.js';
import { effectTrials } from './effect-trials.js';
import { eventTrials } from './event-trials.js';
import { guardTrials } from './guard-trials.js';
import { lifecycleTrials } from './lifecycle-trials.js';
import { listTrials } from './list-trials.js';
import { memberTrials } from './member-trials.js';
import { relationTrials } from './relation-trials.js';
import { signInTrials } from './sign-in-trials.js';

/** The trials of the statements of a model. */
export function modelTrials(plan: ApiPlan): Trial[] {
  const [anyResource] = plan.resources.values();
  const trials = [
    ...[...plan.resources.values()].flatMap((resource) => {
      const behavior = plan.behavior.resources.get(resource.name);
      if (behavior === undefined) return [];
      const { lifecycle } = behavior;
      return [
        ...memberTrials(plan, behavior, resource),
        ...relationTrials(plan, behavior, resource),
        ...(lifecycle === undefined ? [] : lifecycleTrials(plan, lifecycle, resource)),
      ];
    }),
    ...[...plan.operations.values()].flatMap((operation) => {
      const { resource = anyResource, does } = operation;
      if (resource === undefined) return [];
      return [
        ...(does === 'list' ? listTrials(plan, operation, resource) : []),
        ...guardTrials(plan, operation, resource),
        ...effectTrials(plan, operation, resource),
        ...answerTrials(plan, operation, resource),
      ];
    }),
    ...eventTrials(plan),
    ...signInTrials(plan),
  ];
  // Several operations can violate one statement of a resource.
  return trials.map((trial, index) => {
    const isFirst = trials.findIndex(({ id }) => id === trial.id) === index;
    const [operationId = ''] = trial.says.split(': ');
    return isFirst ? trial : { ...trial, id: `${trial.id} ${operationId}` };
  });
}
