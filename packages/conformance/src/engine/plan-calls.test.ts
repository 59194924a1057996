import { expect, it } from 'vitest';
import { noteContracts, noteTarget } from '../../testing/note-shop.js';
import { scenarios } from '../../testing/scenario.js';
import { planCalls } from './plan-calls.js';

const text = `
x-api: shop
workflows:
  - workflowId: reads
    x-effects: read
    inputs: { type: object, properties: { tenantId: { type: string, default: mine } } }
    steps: [{ stepId: list, operationId: listNotes }]
  - workflowId: makes
    summary: Makes a note
    x-effects: create
    x-finally: tidy
    steps:
      - { stepId: token, operationId: askToken }
      - { stepId: make, operationId: makeNote }
      - { stepId: upload, x-operation: { url: $steps.make.outputs.url, method: put } }
      - { stepId: more, workflowId: helps }
  - workflowId: helps
    steps: [{ stepId: again, operationId: makeNote }]
  - workflowId: tidy
    x-effects: destroy
    steps: [{ stepId: remove, operationId: deleteNote }]
  - workflowId: deletes
    x-effects: destroy
    steps: [{ stepId: remove, operationId: deleteNote }]
`;

it('planCalls lists every state-changing call with its URL, even in nested workflows and cleanup', async () => {
  const target = noteTarget('http://127.0.0.1:9', { inputsFor: () => ({ tenantId: 'theirs' }) });
  const files = await scenarios({ 'a.arazzo.yaml': text });
  const plan = planCalls({ files, contracts: noteContracts(), target, allowEffects: ['create'] });
  const make = { method: 'POST', url: 'http://127.0.0.1:9/notes', operationId: 'makeNote', effect: 'create' };
  expect(plan).toEqual({
    target: 'stage',
    workflows: [
      { file: 'a.arazzo.yaml', workflowId: 'reads', tenantId: 'theirs', calls: [], cleanup: [] },
      {
        file: 'a.arazzo.yaml',
        workflowId: 'makes',
        summary: 'Makes a note',
        calls: [
          { workflowId: 'makes', stepId: 'make', ...make },
          { workflowId: 'makes', stepId: 'upload', method: 'PUT', url: '$steps.make.outputs.url', effect: 'create' },
          { workflowId: 'helps', stepId: 'again', ...make },
        ],
        cleanup: [
          {
            workflowId: 'tidy',
            stepId: 'remove',
            method: 'DELETE',
            url: 'http://127.0.0.1:9/notes/{id}',
            operationId: 'deleteNote',
            effect: 'destroy',
          },
        ],
      },
    ],
    skipped: [
      { file: 'a.arazzo.yaml', workflowId: 'deletes', reason: 'its effects (destroy) are not allowed on this target' },
    ],
  });
});
