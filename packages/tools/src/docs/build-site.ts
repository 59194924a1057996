// npm run docs: builds the site of docs/site.yaml into reports/site. It needs no server and sends no requests.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { root, run, tool } from '../steps.mjs';
import { referencePages } from './reference-pages.ts';
import { stagePages } from './stage-pages.ts';

const stage = join(root, 'reports', 'docs');

/** The folder of the built site. */
export const site = join(root, 'reports', 'site');

const styles = `:root { --vp-layout-max-width: 1600px; }
.vp-doc table { display: table; width: 100%; }
.vp-doc td { overflow-wrap: anywhere; }
.vp-doc img[src$='.svg'] { background: #fff; border-radius: 8px; padding: 8px; }
:root { --vp-c-text-3: #5f5f66; --vp-c-brand-1: #2f45a8; }
.dark { --vp-c-text-3: #a8a8b0; --vp-c-brand-1: #b4bfff; }
.DocSearch-Button-Keys { display: none !important; }
.vp-doc [class*='language-'] > span.lang { color: var(--vp-c-text-2); }
`;

/**
 * Builds the site.
 *
 * @throws Error for a link without a page, and for a page that VitePress rejects
 */
export async function buildSite(): Promise<void> {
  const sections: Record<string, Record<string, string>> = parse(readFileSync(join(root, 'docs/site.yaml'), 'utf8'));
  const pages = Object.values(sections).flatMap((section) => Object.entries(section));
  const copied = pages
    .filter(([, source]) => source !== 'generated')
    .map(([route, source]) => [source, route] as const);
  const files = stagePages(new Map(copied));
  for (const [route, text] of await referencePages()) files.set(`${route}.md`, text);
  const missing = pages.find(([route]) => !files.has(`${route}.md`));
  if (missing !== undefined) throw new Error(`docs/site.yaml: nothing generates ${missing[0]}`);
  const sidebar = Object.entries(sections).map(([text, section]) => ({
    text,
    items: Object.keys(section).map((route) => ({ text: titleOf(files.get(`${route}.md`)), link: `/${route}` })),
  }));
  const nav = Object.entries(sections).map(([text, section]) => ({ text, link: `/${Object.keys(section)[0]}` }));
  files.set('.vitepress/config.mjs', configOf({ sidebar, nav, search: { provider: 'local' }, outline: 'deep' }));
  files.set(
    '.vitepress/theme/index.mjs',
    `import theme from 'vitepress/theme-without-fonts';\nimport './style.css';\nexport default theme;\n`,
  );
  files.set('.vitepress/theme/style.css', styles);
  rmSync(stage, { recursive: true, force: true });
  for (const [path, content] of files) {
    const file = join(stage, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const code = await run(tool('vitepress'), ['build', stage, '--outDir', site]);
  if (code !== 0) throw new Error('VitePress could not build the site. See the errors above');
}

function titleOf(page: string | Buffer | undefined): string {
  return /^# (.+)$/m.exec(String(page))?.[1]?.replaceAll('`', '') ?? '';
}

/** Headings get the same anchors as on GitHub. Braces are text, not template expressions. */
function configOf(themeConfig: object): string {
  return `export default {
  title: 'Understudy',
  description: 'API simulators with state and a clock, and a conformance suite',
  lang: 'en',
  cacheDir: './.cache',
  router: { prefetchLinks: false },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    config: (md) => {
      // A header cell needs a text.
      md.core.ruler.push('headers', ({ tokens }) => tokens.forEach((token, index) => {
        if (token.type === 'th_open' && tokens[index + 1].content === '') token.tag = tokens[index + 2].tag = 'td';
      }));
      for (const rule of ['text', 'code_inline']) {
        const render = md.renderer.rules[rule];
        md.renderer.rules[rule] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
      }
    },
    anchor: { slugify: (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}\\s_-]/gu, '').trim().replace(/\\s/g, '-') },
  },
  themeConfig: ${JSON.stringify(themeConfig)},
};
`;
}

if (process.argv[1] === import.meta.filename) {
  await buildSite();
  console.log(`Built ${site}`);
}
