import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';

/** The console in a browser, with a list of its problems. */
export class ConsolePage {
  readonly page: Page;
  readonly #url: string;
  /** Browser errors, and requests to other hosts. Tests expect none. */
  readonly problems: string[] = [];

  private constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', ({ message }) => this.problems.push(`error: ${message}`));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== new URL(url).origin && protocol !== 'data:') this.problems.push(`request to ${origin}`);
    });
  }

  static async open(browser: Browser, url: string): Promise<ConsolePage> {
    const page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 860 } });
    // Other tests use the processor too.
    page.setDefaultTimeout(30_000);
    return new ConsolePage(page, url);
  }

  /** Waits for a message in an ARIA live region. */
  async hears(text: string | RegExp): Promise<void> {
    await this.page.getByRole('status').filter({ hasText: text }).waitFor();
  }

  /** Clicks a button by its name. */
  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).click();
  }

  /** Opens an area, such as `traffic/3`, and closes the messages about earlier actions. */
  async show(area: string): Promise<Page> {
    await this.page.goto(`${this.#url}/_sim/ui/#/${area}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    await this.page.evaluate(`document.querySelectorAll('.notice button').forEach((close) => close.click())`);
    await this.page.locator('.notice').first().waitFor({ state: 'detached' });
    return this.page;
  }

  /** Lists violations of WCAG 2.2 AA and axe's best practices. @param rules default: all */
  async accessibility(rules?: readonly string[]): Promise<string[]> {
    if ((await this.page.evaluate('typeof axe')) === 'undefined') await this.page.evaluate(axe.source);
    const options = JSON.stringify(rules === undefined ? {} : { runOnly: rules });
    const run = `axe.run(${options}).then(({violations}) => violations.map(({id, nodes}) => id + ": " + nodes.map(({html}) => html.slice(0, 160)).join(" | ")))`;
    return await this.page.evaluate(run);
  }
}
