import { fileURLToPath } from 'node:url';
import { isObject, loadYaml } from '@understudy/contract';
import { readModel } from '@understudy/model';
import { expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';

const folder = fileURLToPath(new URL('../../../model/schemas/', import.meta.url));
const rental = fileURLToPath(new URL('../testing/rental.yaml', import.meta.url));
const models = await loadYaml(`${folder}model.examples.yaml`);
const named = Object.entries(isObject(models) ? models : {});

it.each(named)('an API accepts the example for %s in the model reference', async (_name, model) => {
  const { writeModel } = await describeApi(rental, { model: readModel(model) });
  expect(writeModel().full).toMatchObject({ understudy: 1 });
});
