import type { Task } from './tasks.ts';

/** Tasks that need no pointer. */
export const keyboardTasks: readonly Task[] = [
  {
    name: 'search, move through the traffic, and go back',
    async run(visitor) {
      await visitor.press('Control+k');
      await visitor.type('traffic');
      await visitor.press('Enter');
      await visitor.page.getByRole('heading', { name: 'Traffic' }).waitFor();
      await visitor.press('/');
      await visitor.type('start_trainer');
      await visitor.page
        .getByRole('status')
        .filter({ hasText: /^\d+ of \d+$/ })
        .waitFor();
      await visitor.press('Enter', 'j', 'j');
      await visitor.page.locator('.row[aria-current]').nth(0).waitFor();
      await visitor.see('Entry');
      await visitor.press('Escape');
      await visitor.page.locator('.exchange').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'open the invoices of a company',
    async run(visitor) {
      await visitor.press('Control+k');
      await visitor.type(`invoices 5f0c5a`);
      await visitor.press('Enter');
      await visitor.page.getByRole('region', { name: 'invoices' }).waitFor();
    },
  },
  {
    name: 'advance to the next event',
    async run(visitor) {
      await visitor.press('Control+k');
      await visitor.type('next event');
      await visitor.press('Enter');
      await visitor.see(/^It is now /);
    },
  },
  {
    name: 'find the keys',
    async run(visitor) {
      await visitor.press('?');
      await visitor.page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await visitor.press('Escape');
      await visitor.page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'save a snapshot',
    async run(visitor) {
      await visitor.press('Control+k');
      await visitor.type('save snap');
      await visitor.press('Enter');
      await visitor.see(/^Saved snapshot /);
      const { snapshots } = await visitor.ask<{ snapshots: unknown[] }>('snapshots');
      visitor.expect(snapshots.length > 0, 'a snapshot');
    },
  },
];
