import type { Tasks } from './tasks.ts';

/** Tasks that can be done with the keyboard alone. */
export const keyboardTasks: Tasks = {
  async 'search, move through the traffic, and go back'(visitor) {
    await visitor.command('traffic');
    await visitor.page.getByRole('heading', { name: 'Traffic' }).waitFor();
    await visitor.press('/');
    await visitor.type('start_trainer');
    await visitor.seeStatus(/^\d+ of \d+$/);
    await visitor.press('Enter', 'j', 'j');
    await visitor.page.locator('.row[aria-current]').nth(0).waitFor();
    await visitor.see('Entry');
    await visitor.press('Escape');
    await visitor.page.locator('.exchange').waitFor({ state: 'detached' });
  },

  async 'open the invoices of a company'(visitor) {
    await visitor.command(`invoices 5f0c5a`);
    await visitor.page.getByRole('region', { name: 'invoices' }).waitFor();
  },

  async 'advance to the next event'(visitor) {
    await visitor.command('next event');
    await visitor.see(/^It is now /);
  },

  async 'find the keys'(visitor) {
    await visitor.press('?');
    await visitor.page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await visitor.press('Escape');
    await visitor.page.getByRole('dialog').waitFor({ state: 'detached' });
  },

  async 'save a snapshot'(visitor) {
    await visitor.command('save snap');
    await visitor.see(/^Saved snapshot /);
    const { snapshots } = await visitor.ask<{ snapshots: unknown[] }>('snapshots');
    visitor.expect(snapshots.length > 0, 'a snapshot');
  },
};
