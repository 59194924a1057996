import type { Tasks } from './tasks.ts';

/** Tasks with an API that is inferred from its description. */
export const tasksOfDescribedApis: Tasks = {
  async 'see which operations were never called'(visitor) {
    await fetch(`${visitor.url}/v1/products/4711`);
    await visitor.open('APIs & tests');
    await visitor.choose('API', 'shop');
    const usage = visitor.page.getByRole('region', { name: 'Usage' });
    await usage
      .getByRole('row', { name: /getProduct/ })
      .getByText('1 failed')
      .waitFor();
    await usage
      .getByRole('row', { name: /deleteProduct/ })
      .getByText('never called')
      .waitFor();
  },

  async 'see why an operation behaves as it does'(visitor) {
    await fetch(`${visitor.url}/v1/products/4711`);
    await visitor.open('Traffic');
    await visitor.click('link', /products\/4711/);
    await visitor.click('link', 'Why this behavior');
    await visitor.page.getByRole('listitem', { name: '/operations/getProduct' }).waitFor();
  },

  async 'give the same answer next time'(visitor) {
    await fetch(`${visitor.url}/v1/products/4711`);
    await visitor.open('Traffic');
    await visitor.click('link', /products\/4711/);
    await visitor.unfold('Next time');
    await visitor.click('button', 'Answer like this');
    await visitor.click('button', 'Add rule');
    await visitor.page.getByRole('link', { name: '1 fault rule' }).waitFor();
    const { status } = await fetch(`${visitor.url}/v1/products/4712`);
    visitor.expect(status === 401 || status === 404, `the answer of before, not ${status}`);
  },

  async 'find what refers to a record'(visitor) {
    await visitor.open('Data');
    await visitor.click('link', /^bikes \d/);
    visitor.clicks += 1;
    await visitor.page.getByRole('table').getByRole('link').first().click();
    await visitor.see(/^Referred by/);
  },

  async 'change a statement of the model by its form'(visitor) {
    await visitor.open('Learning');
    await visitor.choose('API', 'shop');
    await visitor.fill('Search the model', 'members/created_at');
    await visitor.click('button', /^Correct resources.products.members.created_at/);
    await visitor.fill('hidden', 'true');
    await visitor.click('button', 'Take over');
    await visitor.see('Statements that would change: 1.');
    await visitor.click('button', 'Apply the lines');
    await visitor.see(/^Applied until/);
  },

  async 'learn that the sandbox was deleted'(visitor) {
    await visitor.remove();
    await visitor.page.getByRole('heading', { name: 'This sandbox was deleted' }).waitFor();
  },
};
