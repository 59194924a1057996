import { isObject, loadYaml } from '@understudy/contract';
import { modelSchema } from '@understudy/model';
import { expect, it } from 'vitest';
import { root } from '../steps.mjs';
import { findMemberExamples } from './member-examples.ts';
import { createModelPage, type ModelSchema } from './model-page.ts';
import { createRulesPage } from './rules-page.ts';

it('documents each property of the behavior model with its meaning and an example', async () => {
  const models = await loadYaml(`${root}/packages/model/schemas/model.examples.yaml`);
  const schema: ModelSchema = JSON.parse(JSON.stringify(modelSchema));
  expect(createModelPage(schema, findMemberExamples(schema, isObject(models) ? models : {}))).toContain(
    '| `transitions` |',
  );
});

it('documents each validation rule with a real message', () => {
  expect(createRulesPage()).toContain('| `request/required-header` |');
});
