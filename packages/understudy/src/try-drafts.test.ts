import { draftScenarios } from '@understudy/proving';
import { expect, it } from 'vitest';
import { loadApi } from './apis/load-api.js';
import { shopDescriptionPath } from './testing/shop.js';
import { tryDrafts } from './try-drafts.js';

it('proposes for every operation a scenario that the simulator passes', async () => {
  const api = await loadApi(shopDescriptionPath);
  const contract = await api.describe?.();
  const drafts = contract === undefined ? [] : draftScenarios(contract);
  const tried = await tryDrafts(api, drafts);
  expect(tried.left).toEqual([]);
  const ids = new Set(tried.drafts.map(({ operationId }) => operationId));
  expect(ids).toEqual(new Set(contract?.operations.keys()));
  const checkOf = (id: string) => tried.drafts.find(({ operationId }) => operationId === id)?.claim.check;
  expect(checkOf('createProduct')).toBe(
    'it answers 201 with what was sent, and reading answers it again; without name it is refused by 422; with a wrong name it is refused by 422; with a wrong sku it is refused by 422; with a wrong secret it is refused by 422; without credentials it is refused by 401',
  );
  expect(checkOf('deleteProduct')).toMatch(/reading it afterwards is refused by 404/);
  const list = tried.drafts.find(({ operationId }) => operationId === 'listReviews');
  expect(list?.workflow.steps.map(({ stepId }) => stepId)).toEqual([
    ...['make-product', 'make', 'list', 'nothing-there', 'let-nobody-in'],
  ]);
  const stepsOf = (id: string) => tried.drafts.find(({ workflow }) => workflow.workflowId === id)?.workflow.steps ?? [];
  const replaced = stepsOf('shop-put-product').find(({ stepId }) => stepId === 'replace');
  const made = stepsOf('shop-put-product').find(({ stepId }) => stepId === 'make-product');
  expect(Object(replaced?.requestBody?.payload).name).not.toBe(Object(made?.requestBody?.payload).name);
  expect(stepsOf('shop-list-products').map(({ stepId }) => stepId)).toContain('second-page');
  const callback = stepsOf('shop-create-product-callback').find(({ stepId }) => stepId === 'called-back');
  expect(callback?.successCriteria.map(({ condition }) => condition)).toEqual(
    expect.arrayContaining([
      '$response.body#/count == 1',
      '$response.body#/messages/0/body/name == $steps.create.outputs.name',
    ]),
  );
  expect(list?.workflow['x-effects']).toBe('create');
});
