import type { OperationDraft } from '@understudy/proving';

interface SourceDescription {
  readonly api: string;
  /** URL of the description. */
  readonly url: string;
}

/** Creates an Arazzo document with the drafts' workflows. */
export function createScenarioDocument(drafts: readonly OperationDraft[], { api, url }: SourceDescription): object {
  const needsControl = drafts.some(({ workflow }) =>
    workflow.steps.some(({ operationId }) => operationId.startsWith('$sourceDescriptions.control.')),
  );
  const needsToken = drafts.some(({ workflow }) => workflow.steps.some(({ stepId }) => stepId === 'token'));
  return {
    arazzo: '1.0.1',
    info: { title: `Operations of ${api}`, version: '1.0', summary: 'Expected results and errors of each operation.' },
    'x-api': api,
    sourceDescriptions: [
      { name: api, url, type: 'openapi' },
      ...(needsControl ? [{ name: 'control', url: 'understudy:control', type: 'openapi' }] : []),
      ...(needsToken ? [{ name: 'identity', url: 'understudy:identity', type: 'openapi' }] : []),
    ],
    workflows: drafts.map(({ workflow }) => workflow),
  };
}
