import type { Scaffold } from './scaffold.js';

/** A deviation that the generated scenarios catch. */
export function deviationFile({ drafts, explained }: Scaffold): string {
  const doesOf = (operationId: string) => explained.find((each) => each.operationId === operationId)?.does;
  const shown = drafts.map((draft) => ({ ...draft, does: doesOf(draft.operationId) }));
  const best =
    shown.find(({ does, workflow }) => does === 'delete' && workflow.steps.some(({ stepId }) => stepId === 'gone')) ??
    shown.find(({ does }) => does === 'create') ??
    shown[0];
  const head = `import { type Deviations, __IMPORTS__ } from 'api-understudy/kernel/deviations';

/** Deviations by the violated claim. Check them with \`npx api-understudy mutate --only policy\`. */
export const deviations: Deviations = {`;
  if (best === undefined) return `${head.replace(', __IMPORTS__', '')}};\n`;
  const id = JSON.stringify(best.operationId);
  if (best.does === 'delete') {
    const status = explained.find((each) => each.operationId === best.operationId)?.status ?? 204;
    return `${head.replace('__IMPORTS__', 'handle')}
  '${best.claim.id}': ['it answers that it is gone, and keeps it', handle(${id}, async () => ({ status: ${status} }))],
};
`;
  }
  return `${head.replace('__IMPORTS__', 'succeedWith')}
  '${best.claim.id}': ['it answers a status that is not described', succeedWith(${id}, 299)],
};
`;
}
