import { isObject, loadYaml } from '@understudy/contract';
import { modelSchema } from '@understudy/model';
import { expect, it } from 'vitest';
import { root } from '../steps.mjs';
import { findMemberExamples } from './member-examples.ts';
import { createModelPage, type ModelSchema } from './model-page.ts';
import { createRulesPage } from './rules-page.ts';

it('shows each member of the behavior model with a meaning and an example', async () => {
  const models = await loadYaml(`${root}/packages/model/schemas/model.examples.yaml`);
  const schema: ModelSchema = JSON.parse(JSON.stringify(modelSchema));
  expect(createModelPage(schema, findMemberExamples(schema, isObject(models) ? models : {}))).toContain(
    '| `transitions` |',
  );
});

it('shows each member of a fault rule, and a real message for each rule of findings', () => {
  expect(createRulesPage()).toContain('| `request/required-header` |');
});
