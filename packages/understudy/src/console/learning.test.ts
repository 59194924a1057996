import { describe, expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useConsole } from '../testing/use-console.js';
import { useResources } from '../testing/use-resources.js';

/** A learned API: orders exist, and unknown ones are missing. */
const learned = {
  openapi: '3.1.0',
  info: { title: 'Learned', version: '1' },
  'x-understudy': {
    understudy: 1,
    operations: { getOrder: { lenient: true } },
    responses: {
      getOrder: {
        missing: { if: 'path.id == "7"', status: 404, seen: 3, contradicted: 2 },
        found: { status: 200, seen: 5 },
      },
    },
  },
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        description: 'An order can only be read after the wind has fallen.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: 'ok' },
          404: { description: 'missing' },
          409: { description: 'The wind is too strong (`wind`).' },
        },
      },
    },
  },
};
const file = await useResources().fileWith('orders.json', learned);
const opened = useConsole({ apis: [shopDescriptionPath, file], settings: { apis: { shop: { security: 'off' } } } });

const ask = (line: string, body?: unknown) => call(opened.simulators, line, body);
const statusOf = async (path: string) => (await ask(`GET ${path}`)).status;

const answers = { operations: { getProduct: { answer: 'described' } } };

it('the model endpoints return the whole model, with and without previewed changes', async () => {
  const whole = async (line: string, body?: unknown) => JSON.stringify((await ask(line, body)).body);
  expect(await whole('GET /_sim/apis/shop/model?whole=true')).toContain('getProduct');
  const lines = { resources: { products: { unique: { name: { members: ['name'] } } } } };
  const preview = await whole('POST /_sim/apis/shop/model/try?last=0', lines);
  expect([preview.includes('"unique":{"name"'), preview.includes('getProduct')]).toEqual([true, true]);
  expect((await ask('GET /_sim/apis/shop/model')).body).toEqual({ understudy: 1 });
});

it('the control plane tries out model lines without applying them, and applies them on request', async () => {
  const behavior = await ask('GET /_sim/apis/shop/behavior');
  const extension = expect.objectContaining({ read: 'products' });
  expect(behavior.body.operations).toContainEqual(expect.objectContaining({ operationId: 'getProduct', extension }));
  const product = () => statusOf('/products/999');
  expect(await product()).toBe(404);
  const trial = await ask('POST /_sim/apis/shop/model/try', answers);
  expect(JSON.stringify(trial.body)).toContain('"answer":"described"');
  expect(await product()).toBe(404);
  await ask('PUT /_sim/apis/shop/model', answers);
  expect(await product()).toBe(200);
  expect((await ask('GET /_sim/apis/shop/model')).body).toEqual({ understudy: 1, ...answers });
  await ask('PUT /_sim/apis/shop/model', {});
  expect(await product()).toBe(404);
});

describe.skipIf(process.platform !== 'linux')('the Learning page', () => {
  it('rejects a learned statement, and reopens it', async () => {
    const page = await opened.view.show('learning/orders');
    const order = () => statusOf('/orders/7');
    const statement = page.getByRole('row', { name: /if path\.id == "7": 404/ });
    expect([await order(), await statement.innerText()]).toEqual([404, expect.stringMatching(/3\s+2\s+open/)]);
    await statement.getByRole('button', { name: /^Refuse/ }).click();
    await statement.getByText('refused', { exact: true }).waitFor();
    expect(await order()).toBe(200);
    await statement.getByRole('button', { name: /^Reopen/ }).click();
    await statement.getByText('open', { exact: true }).waitFor();
    expect(await order()).toBe(404);
    expect(await opened.view.accessibility()).toEqual([]);
  });

  it('edits a statement: shows errors and the effect while typing, then applies it', async () => {
    const page = await opened.view.show('learning/shop');
    await page.getByRole('searchbox', { name: 'Search the model' }).fill('getProduct');
    await opened.view.press('Correct operations/getProduct');
    const editor = page.getByRole('textbox', { name: 'Changed lines of the model (JSON)' });
    const draft: { operations: Record<string, object> } = JSON.parse(await editor.inputValue());
    expect(Object.keys(draft.operations)).toEqual(['getProduct']);
    await editor.fill('{"operations": {"getProduct": {"reed": "products"}}}');
    await page.getByRole('alert').filter({ hasText: 'reed' }).waitFor();
    await editor.fill('{"resources": {"products": {"unique": {"name": {"members": ["name"]}}}}}');
    await page.getByText('Statements that would change: 1.').waitFor();
    await page.getByRole('searchbox', { name: 'Search the model' }).fill('');
    await page.getByRole('listitem', { name: '/resources/products/unique/name' }).getByText('new').waitFor();
    const create = async () => (await ask('POST /products', { name: 'the only one' })).status;
    expect([await create(), await create()]).toEqual([201, 201]);
    await opened.view.press('Apply the lines');
    await opened.view.hears(/^Applied until/);
    expect(await create()).toBeGreaterThanOrEqual(400);
    expect(await opened.view.accessibility()).toEqual([]);
    expect(opened.view.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  });

  it('changes a statement with a form', async () => {
    const page = await opened.view.show('learning/shop');
    await page.getByRole('searchbox', { name: 'Search the model' }).fill('members/created_at');
    await opened.view.press('Correct resources/products/members/created_at');
    const form = page.getByRole('form', { name: 'Change resources/products/members/created_at' });
    await form.getByLabel('hidden').fill('true');
    expect(await opened.view.accessibility()).toEqual([]);
    await opened.view.press('Take over');
    await page.getByText('Statements that would change: 1.').waitFor();
    await opened.view.press('Apply the lines');
    await opened.view.hears(/^Applied until/);
    const { body } = await ask('GET /products');
    expect(body.items.map((product: object) => 'created_at' in product)).toEqual([false, false]);
  });

  it('turns an unread sentence into a statement, and removes the sentence from the list', async () => {
    const page = await opened.view.show('learning/orders');
    await opened.view.press(/^Complete.*wind has fallen/);
    const editor = page.getByRole('textbox', { name: 'Changed lines of the model (JSON)' });
    const draft = await editor.inputValue();
    expect(JSON.parse(draft).operations).toEqual({ getOrder: { needs: { state: '<condition>' } } });
    await page.getByRole('alert').first().waitFor();
    await editor.fill(draft.replace('<condition>', 'path.id.size() < 9'));
    await page.getByText(/^Statements that would change: [12]\.$/).waitFor();
    expect(await opened.view.accessibility()).toEqual([]);
    await opened.view.press('Apply the lines');
    await page
      .getByRole('button', { name: /wind has fallen/ })
      .first()
      .waitFor({ state: 'detached' });
    await opened.view.press(/^Refuse.*too strong/);
    await opened.view.press('Apply the lines');
    await page.getByText('Sentences that are not simulated').waitFor({ state: 'detached' });
    opened.view.problems.length = 0;
  });

  it('suggests property and model names while typing, selectable by keyboard', async () => {
    const page = await opened.view.show('learning/shop');
    const editor = page.getByRole('textbox', { name: 'Changed lines of the model (JSON)' });
    const offered = page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
    await editor.fill('{"reso');
    await offered.filter({ hasText: /^resources / }).waitFor();
    expect(await opened.view.accessibility()).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('": {"prod');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('": {"members": {"name": {"hid');
    await offered.filter({ hasText: /^hidden / }).click();
    await page.keyboard.type('": true}}}}}');
    expect(await editor.inputValue()).toBe('{"resources": {"products": {"members": {"name": {"hidden": true}}}}}');
    await page.getByText(/^Statements that would change: [1-9]/).waitFor();
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Escape');
    expect(await offered.count()).toBe(0);
    opened.view.problems.length = 0;
  });

  it('shows the responses to recorded requests before and after a change', async () => {
    const { id } = (await ask('POST /products', { name: 'seen before' })).body;
    await ask(`GET /products/${id}`);
    const page = await opened.view.show('learning/shop');
    const editor = page.getByRole('textbox', { name: 'Changed lines of the model (JSON)' });
    await editor.fill('{"operations": {"getProduct": {"needs": {"state": "false"}}}}');
    await opened.view.press('Compare responses');
    await opened.view.hears(/^[1-9] of \d+ recorded requests get another response\.$/);
    await page.getByText(/^GET \/products\/\S+ 200 → 4\d\d$/).click();
    await page.getByRole('row', { name: /name.*seen before.*absent/ }).waitFor();
    expect(await opened.view.accessibility()).toEqual([]);
    expect(await statusOf(`/products/${id}`)).toBe(200);
    opened.view.problems.length = 0;
  });

  it('shows each record on one line', async () => {
    const page = await opened.view.show('data/shop/products');
    const heights: number[] = await page
      .locator('table.compact tbody tr')
      .first()
      .waitFor()
      .then(() =>
        page.evaluate(`[...document.querySelectorAll('table.compact tbody tr')].map((row) => row.offsetHeight)`),
      );
    expect(Math.max(...heights)).toBeLessThan(42);
  });
});
