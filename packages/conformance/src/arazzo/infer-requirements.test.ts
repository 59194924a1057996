import { createContract } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { contracts, createJobShop, serve } from '../../testing/job-shop.js';
import { ledger, run, scenarios } from '../../testing/scenario.js';
import { createHttpTarget } from '../targets/http-target.js';
import { inferRequirements } from './infer-requirements.js';
import { lintScenarios } from './lint-scenarios.js';

const names = ['setClock', 'listMessages', 'runAction', 'getInfo', 'changeSettings'];
const control = createContract('control', {
  openapi: '3.1.0',
  info: { title: 'control', version: '1' },
  paths: Object.fromEntries(
    names.map((operationId) => [
      `/_sim/${operationId}`,
      { get: { operationId, responses: { 200: { description: 'x' } } } },
    ]),
  ),
});
const both = () => new Map([...contracts(), ['control', control] as const]);

const calls = (id: string, ...operations: string[]) =>
  `  - workflowId: ${id}\n    x-effects: read\n    steps:\n${operations
    .map(
      (name, place) =>
        `      - { stepId: s${place}, operationId: ${name}, successCriteria: [{ condition: $statusCode == 200 }] }\n`,
    )
    .join('')}`;

const file = async (workflows: string) => {
  const text = `arazzo: 1.0.1
info: { title: test, version: '1' }
sourceDescriptions: [{ name: shop, url: ./openapi.yaml, type: openapi }, { name: control, url: ./control.yaml, type: openapi }]
components: { parameters: { fault: { name: prefer, in: header, value: code=500 } } }
workflows:
${workflows}`;
  const [found] = await scenarios({}, { 'a.arazzo.yaml': text });
  if (found === undefined) throw new Error('There is no file');
  return found;
};

describe('inferred requirements of a workflow', () => {
  it('list the capabilities that its control operations need', async () => {
    const found = await file(
      calls('clock', 'setClock', 'getInfo') +
        calls('inbox', 'listMessages', 'runAction') +
        calls('settings', 'changeSettings') +
        calls('none', 'getBusy'),
    );
    const shown = found.document.workflows.map((workflow) => [...inferRequirements(workflow, found, both())]);
    expect(shown).toEqual([['waiting'], ['inbox', 'actions'], ['actions'], []]);
  });

  it('include the capability "faults" if a Prefer header requests a fault, inline or by reference', async () => {
    const step = (parameter: string) =>
      `  - { workflowId: w${parameter.length}, x-effects: read, steps: [{ stepId: a, operationId: getBusy, parameters: [${parameter}], successCriteria: [{ condition: $statusCode == 500 }] }] }\n`;
    const found = await file(
      step('{ name: Prefer, in: header, value: code=429 }') +
        step('{ reference: $components.parameters.fault }') +
        step('{ name: Prefer, in: header, value: respond-async }') +
        step('{ name: prefer, in: query, value: code=429 }'),
    );
    const shown = found.document.workflows.map((workflow) => [...inferRequirements(workflow, found, both())]);
    expect(shown).toEqual([['faults'], ['faults'], [], []]);
  });

  it('make a run skip the workflow on a server without the capability', async () => {
    const { url } = await serve(createJobShop({ control: false }));
    const found = await file(calls('turns', 'setClock'));
    const { result } = await run({ files: [found], contracts: both(), target: createHttpTarget(url) });
    expect(result.workflows).toMatchObject([
      { outcome: 'skipped', reason: 'it needs time to pass: set --wait, such as --wait PT10M' },
    ]);
  });

  it('are reported by lint if x-requires repeats them', async () => {
    const said = calls('turns', 'setClock').replace(
      'x-effects: read',
      'x-effects: read\n    x-requires: [waiting, actions]',
    );
    const problems = lintScenarios([await file(said)], both(), ledger());
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([
      'scenario/needless-requirement: The steps of turns already imply waiting; remove that from x-requires.',
    ]);
  });
});
