// npm run verify: the built site. Every link and anchor leads to a page, and ten pages in Chromium send no request to other
// hosts, have no finding of axe in either theme and load little. One fault of each kind, added to a page, must be noticed.
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openBrowser } from '@understudy/console/testing';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { beforeAll } from 'vitest';
import { listen } from '../clients/listen.ts';
import { buildSite, site } from '../docs/build-site.ts';
import { GateFailed } from '../gate.ts';
import { prove } from '../testing/prove.ts';

const mostKilobytes = 150;
const opened = [
  ...['index', 'start/fake-back-end', 'guides/any-api', 'guides/stage', 'guides/operating', 'reference/cli'],
  ...['reference/control-plane', 'reference/files', 'concepts/architecture', 'coming-from/wiremock'],
];
const types = new Map(Object.entries({ '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }));

beforeAll(() => buildSite(), 600_000);

prove('has no broken links, and only small and accessible pages', { seconds: 600 }, async () => {
  const { wrong, sentence } = await inspectSite(opened);
  if (wrong.length > 0) throw new GateFailed(wrong.join('\n'));
  return sentence;
});

prove('detects a planted fault of each kind', { seconds: 300 }, async () => {
  plantFaults();
  const { wrong } = await inspectSite(['index']);
  const kinds = ['leads nowhere', 'another host', 'axe', 'KB'];
  const missed = kinds.filter((kind) => !wrong.some((one) => one.includes(kind)));
  if (missed.length > 0) throw new GateFailed(`Not noticed: ${missed.join(', ')}`);
  return `noticed: ${wrong.join('; ')}`;
});

async function inspectSite(pages: readonly string[]): Promise<{ wrong: string[]; sentence: string }> {
  const { count, wrong } = checkLinks();
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://site').pathname);
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = types.get(extname(file)) ?? 'text/html; charset=utf-8';
    const headers = { 'content-type': type, 'content-encoding': 'gzip' };
    return response.writeHead(200, headers).end(gzipSync(readFileSync(file)));
  });
  const base = await listen(server);
  const browser = await openBrowser();
  if (browser === undefined) throw new GateFailed('No browser is installed');
  let most = 0;
  for (const page of pages) {
    const { kilobytes, findings } = await inspectPage(browser, base, page);
    most = Math.max(most, kilobytes);
    wrong.push(...findings);
  }
  await browser.close();
  server.close();
  const sentence = `${count} links, ${pages.length} pages in two themes, at most ${most.toFixed(0)} KB`;
  return { wrong, sentence };
}

/** One fault of each kind, in the first page. */
function plantFaults(): void {
  writeFileSync(join(site, 'large.js'), `// ${randomBytes(400_000).toString('base64')}`);
  const faults =
    '<a href="/nowhere.html">x</a><img src="https://elsewhere.example/x.png"><script src="/large.js"></script>';
  appendFileSync(join(site, 'index.html'), faults);
}

/** Links of all pages whose page, file or anchor is missing. */
function checkLinks(): { count: number; wrong: string[] } {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const texts = new Map(
    files.map((name) => [`/${name.replaceAll('\\', '/')}`, readFileSync(join(site, name), 'utf8')]),
  );
  const idsOf = (text: string): Set<string> => new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id));
  const ids = new Map([...texts].map(([name, text]) => [name, idsOf(text)]));
  const wrong: string[] = [];
  let count = 0;
  for (const [name, text] of texts) {
    for (const [, href = ''] of text.matchAll(/<(?:a|link|img|script)\b[^>]* (?:href|src)="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://site${name}`);
      if (origin !== 'http://site') continue;
      count += 1;
      const page = pathname.endsWith('/') ? `${pathname}index.html` : decodeURIComponent(pathname);
      const anchor = decodeURIComponent(hash.slice(1));
      const isThere = texts.has(page) ? anchor === '' || ids.get(page)?.has(anchor) : existsSync(join(site, page));
      if (isThere !== true) wrong.push(`${name}: ${href} leads nowhere`);
    }
  }
  return { count, wrong };
}

/** Opens a page in both themes. */
async function inspectPage(browser: Browser, base: string, name: string) {
  const findings: string[] = [];
  let bytes = 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme });
    bytes = 0;
    page.on('request', (request) => {
      if (!request.url().startsWith(base)) findings.push(`${name}: request to another host: ${request.url()}`);
    });
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (!response.url().startsWith(base) || response.url().includes('localSearchIndex')) return;
      const body = response.body().catch(() => undefined);
      sizes.push(body.then((bytes) => (bytes === undefined ? 0 : gzipSync(bytes).length)));
    });
    await page.goto(`${base}/${name}.html`, { waitUntil: 'networkidle' });
    bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await page.evaluate(axe.source);
    const violations = await page.evaluate<string[]>(
      'axe.run().then(({violations}) => violations.map(({id, nodes}) => id + " " + nodes[0].html.slice(0, 120)))',
    );
    findings.push(...violations.map((one) => `${name}, ${colorScheme}: axe ${one}`));
    await page.close();
  }
  const kilobytes = bytes / 1000;
  if (kilobytes > mostKilobytes) findings.push(`${name}: ${kilobytes.toFixed(0)} KB, at most ${mostKilobytes}`);
  return { kilobytes, findings };
}
