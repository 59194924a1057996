import { draftScenarios } from '@understudy/inferred-api';
import { expect, it } from 'vitest';
import { loadApi } from '../apis/load-api.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { tryDrafts } from './try-drafts.js';

it('proposes a scenario from both sides for every operation, as the simulator carries it out', async () => {
  const api = await loadApi(shopDescriptionPath);
  const contract = await api.describe?.();
  const drafts = contract === undefined ? [] : draftScenarios(contract);
  const tried = await tryDrafts(api, drafts);
  expect(tried.left).toEqual([]);
  expect(tried.drafts.map(({ operationId }) => operationId)).toEqual([...(contract?.operations.keys() ?? [])]);
  const checkOf = (id: string) => tried.drafts.find(({ operationId }) => operationId === id)?.claim.check;
  expect(checkOf('createProduct')).toBe(
    'it answers 201 with what was sent, and reading answers it again; without name it is refused by 422; without credentials it is refused by 401',
  );
  expect(checkOf('deleteProduct')).toMatch(/reading it afterwards is refused by 404/);
  const list = tried.drafts.find(({ operationId }) => operationId === 'listReviews');
  expect(list?.workflow.steps.map(({ stepId }) => stepId)).toEqual(['make-product', 'make', 'list', 'let-nobody-in']);
  expect(list?.workflow['x-effects']).toBe('create');
});
