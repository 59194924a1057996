import { isObject, loadYaml } from '@understudy/contract';
import { modelSchema } from '@understudy/model';
import { expect, it } from 'vitest';
import { root } from '../steps.mjs';
import { findMemberExamples } from './member-examples.ts';

it('finds an example of each member of the behavior model', async () => {
  const models = await loadYaml(`${root}/packages/model/schemas/model.examples.yaml`);
  const schema: Parameters<typeof findMemberExamples>[0] = JSON.parse(JSON.stringify(modelSchema));
  const found = findMemberExamples(schema, isObject(models) ? models : {});
  const without = Object.entries(schema.$defs).flatMap(([name, part]) =>
    [part, ...(part.oneOf ?? [])].flatMap(({ properties = {} }) =>
      Object.keys(properties)
        .map((member) => `${name}.${member}`)
        .filter((member) => !found.has(member)),
    ),
  );
  expect(without).toEqual([]);
});
