import type { ApiPlan, Resource } from '@understudy/model';
import { refuse } from './expect-state.js';
import type { Trial } from './trial.js';

/** Returns the trials of operations without a resource, which also require credentials. */
export function openTrials(plan: ApiPlan, resource: Resource): Trial[] {
  return [...plan.operations.values()].flatMap((each): Trial[] => {
    const { method, path, security, operationId } = each.operation;
    const above = path.slice(0, path.lastIndexOf('}') + 1);
    const owner = [...plan.operations.values()].find(
      ({ does, operation }) => does === 'read' && operation.path === above,
    );
    const needsNone = security.length === 0 || security.some((way) => Object.keys(way).length === 0);
    if (method !== 'GET' || each.resource !== undefined || needsNone) return [];
    return [
      {
        id: `needs-credentials:${operationId}`,
        says: `${operationId}: credentials are needed`,
        isStated: true,
        resource: owner?.resource ?? resource,
        async property(session) {
          const created = owner === undefined ? undefined : await session.create();
          const path = { ...created?.step.planned.path, [owner?.key?.name ?? '']: created?.key };
          const own = await session.call(each, { path });
          if (own.status >= 300) return session.cannot(`it is answered with ${own.status}`);
          const step = await session.call(each, { path }, 'none');
          return step.status < 300 ? refuse(step, `${operationId} is accepted without credentials`) : undefined;
        },
      },
    ];
  });
}
