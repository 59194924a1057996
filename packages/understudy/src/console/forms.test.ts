// @module-tag slow
import { expect, it } from 'vitest';
import { useConsole } from '../testing/use-console.js';

const opened = useConsole({});

it.skipIf(process.platform !== 'linux')(
  'every action accepts its prefilled form with demo data',
  async () => {
    const { control, url } = opened.simulators;
    const { apis } = (await (await fetch(`${url}/_sim`)).json()) as {
      apis: { name: string; actions: { name: string }[] }[];
    };
    const refused: string[] = [];
    let sent = 0;
    for (const { name, action } of apis.flatMap(({ name, actions }) => actions.map((action) => ({ name, action })))) {
      await control.reset();
      const { page } = opened.view;
      await page.goto('about:blank');
      const known = page.waitForResponse(`${url}/_sim/records`);
      await opened.view.show(`simulate/${name}/${action.name}`);
      await known;
      await opened.view.press('Run');
      const outcome = page.getByRole('status').filter({ hasText: 'Done.' }).or(page.getByRole('alert')).first();
      // The browser reports required empty fields itself.
      if ((await page.locator('.form :invalid').count()) > 0) continue;
      sent += 1;
      await outcome.waitFor();
      const said = await outcome.innerText();
      if (!said.startsWith('Done.')) refused.push(`${name}/${action.name}: ${said}`);
    }
    expect([refused, opened.view.problems]).toEqual([[], []]);
    expect(sent).toBeGreaterThan(10);
  },
  180_000,
);
