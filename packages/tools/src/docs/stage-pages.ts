import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, posix, relative } from 'node:path';
import { root } from '../steps.mjs';

/** Files of the site, by path in the staging folder. */
type SiteFiles = Map<string, string | Buffer>;

/** Routes by source file, such as `docs/stage.md` -> `guides/stage`. */
type Routes = ReadonlyMap<string, string>;

/** The largest linked source file that gets a page, in bytes. */
const largestSource = 200_000;

/**
 * Copies pages into the site. Links between pages become links of the site, linked files become pages with their
 * content, and images are copied. Anchors do not change.
 *
 * @param routes routes of the site's pages. Other linked Markdown files get a route under `repository/`
 * @throws Error for a link to a missing file
 */
export function stagePages(routes: Routes): SiteFiles {
  const staged: SiteFiles = new Map();
  const missing: string[] = [];
  const all = new Map(routes);
  // Pages add the files that they link to, and this loop then visits these.
  for (const [source, route] of all) {
    const text = readFileSync(join(root, source), 'utf8');
    staged.set(`${route}.md`, source.endsWith('.md') ? withLinks(text, source) : asPage(text, source));
  }
  if (missing.length > 0) throw new Error(`These links lead to no file:\n${missing.join('\n')}`);
  return staged;

  function withLinks(text: string, source: string): string {
    // Parts with an odd index are fenced code. A link can span two lines.
    const parts = text.split(/^([ \t]*(?:```|~~~)[\s\S]*?\n[ \t]*(?:```|~~~)[ \t]*)$/m).map((part, index) => {
      if (index % 2 === 1) return part;
      return part.replaceAll(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g, (link, image, label, to) => {
        // A path from the root is a generated page; VitePress checks that it exists.
        if (/^[a-z]+:|^[#/]/.test(to)) return link;
        const [path, anchor] = to.split('#', 2);
        const file = toFile(posix.join(posix.dirname(source), path));
        if (file === undefined) missing.push(`${source}: ${to}`);
        const address = file === undefined ? undefined : image === '!' ? copyAsset(file) : addPage(file);
        if (address === undefined) return label;
        return `${image}[${label}](${address}${anchor === undefined ? '' : `#${anchor}`})`;
      });
    });
    return parts.join('');
  }

  function copyAsset(file: string): string {
    staged.set(`public/files/${file}`, readFileSync(join(root, file)));
    return `/files/${file}`;
  }

  /** @returns the page's URL, or undefined for a folder or a large file, which get no page */
  function addPage(file: string): string | undefined {
    const { size } = statSync(join(root, file));
    if (!all.has(file) && (extname(file) === '' || size > largestSource)) return undefined;
    if (!all.has(file)) all.set(file, `repository/${file.replace(/^\.|\.md$/g, '').replaceAll('.', '-')}`);
    return `/${all.get(file)}`;
  }
}

/** Returns the file that a link refers to. A folder stands for its README. */
function toFile(path: string): string | undefined {
  const file = path.replace(/\/$/, '');
  if (!existsSync(join(root, file)) || relative(root, join(root, file)).startsWith('..')) return undefined;
  const readme = join(file, 'README.md');
  return existsSync(join(root, readme)) ? readme : file;
}

function asPage(text: string, source: string): string {
  return `# ${source}\n\n\`\`\`\`\`${extname(source).slice(1)}\n${text.trimEnd()}\n\`\`\`\`\`\n`;
}
