// Runs the examples of README.md, docs/ and the packages: every bash block after the comment <!-- run -->, in order, in one shell,
// against a server of the page on a free port. The folder is a project with the package installed, or the repository if the page
// says so.
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cli, GateFailed, runNode, startServer, temporaryFolder } from '../gate.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';

const documented = 'http://127.0.0.1:4010';

const quick = ['README.md'];
const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
const readmes = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`);
const all = [
  'README.md',
  ...names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
  ...readmes.filter((name) => existsSync(join(root, name))),
];

/** The help of each command. */
const helps = new Map<string, ReturnType<typeof runNode>>();

prove('names commands and options that exist', { seconds: 600, quick: true }, async () => {
  const wrong = (await Promise.all(all.map(findWrongCommands))).flat();
  if (wrong.length > 0) throw new GateFailed(wrong.join('\n'));
  return `${helps.size} commands of the documentation exist, with their options`;
});

for (const page of all.filter((page) => readFileSync(join(root, page), 'utf8').includes('<!-- run -->'))) {
  prove(`runs the examples of ${page}`, { seconds: 600, quick: quick.includes(page) }, async () => {
    return `${await runPage(page)} blocks ran`;
  });
}

/** Commands in shell blocks that do not exist, or lack an option. Blocks that need the network are not run. */
async function findWrongCommands(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  const calls = blocks.flatMap((block) => [
    ...block
      .replaceAll(/\s+#.*$|\\\n/gm, ' ')
      .matchAll(/(?:(?:^|[ $/])understudy(?:\.js)?|npx api-understudy)"? +([a-z-]+)\b([^|\n;)]*)/gm),
  ]);
  const wrong = calls.map(async ([, command = '', rest = '']) => {
    const words = await wordsOf(command, rest);
    const said = await helpOf(words);
    const options = [...rest.matchAll(/ (--[a-z-]+)/g)].map(([, option = '']) => option);
    const unknown = options.find((option) => !new RegExp(`${option}\\b`).test(said));
    if (!said.includes(`Usage: understudy ${words} `)) return [`${page}: there is no command "${command}"`];
    return unknown === undefined ? [] : [`${page}: understudy ${words} has no option ${unknown}`];
  });
  return (await Promise.all(wrong)).flat();
}

/** The words of a command, as far as the help of the words before lists them. */
async function wordsOf(before: string, rest: string): Promise<string> {
  const [, next, others = ''] = /^ +([a-z][a-z-]*)(.*)/s.exec(rest) ?? [];
  const [, below = ''] = /^Commands:\n((?: .*\n?)+)/m.exec(await helpOf(before)) ?? [];
  if (next === undefined || !new RegExp(`^  ${next} `, 'm').test(below)) return before;
  return await wordsOf(`${before} ${next}`, others);
}

async function helpOf(words: string): Promise<string> {
  if (!helps.has(words)) helps.set(words, runNode([cli, ...words.split(' '), '--help', '--all']));
  return (await helps.get(words))?.said ?? '';
}

/** @returns how many blocks there were */
async function runPage(page: string): Promise<number> {
  const text = await readFile(join(root, page), 'utf8');
  const { lines, blocks } = runnableLines(text);
  if (blocks.length === 0 && quick.includes(page))
    throw new GateFailed(`${page} has no bash block after <!-- run -->.`);
  if (blocks.length === 0) return 0;
  const { url, stop } = await startServer();
  const script = lines.map((line) => line.replaceAll(documented, url));
  // Line 1 of a page is its title, so its place is free for the trap.
  script[0] = `trap '{ echo; echo "${page}:$LINENO: failed: $BASH_COMMAND"; } >&2' ERR`;
  const folder = temporaryFolder('page');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const file = join(folder, 'page');
  await writeFile(file, `${script.join('\n')}\n`);
  const cwd = text.includes('the root of the repository') ? root : folder;
  const { code, said } = await runNode(['-E', '-euo', 'pipefail', file], { command: 'bash', cwd });
  if (code !== 0) throw new GateFailed(`${said}\n${failedLine(page, said, blocks)}`);
  await stop();
  return blocks.length;
}

/**
 * The runnable lines at their own positions, all other lines empty, so the shell's line numbers are those of the page.
 * `blocks` are the first lines of the blocks.
 */
function runnableLines(text: string): { lines: string[]; blocks: number[] } {
  let marked = false;
  let running = false;
  const blocks: number[] = [];
  const lines = text.split('\n').map((line, index) => {
    if (running && line === '```') running = false;
    else if (running) return line;
    else if (marked && line === '```bash') {
      running = true;
      blocks.push(index + 1);
    }
    marked = line === '<!-- run -->' || (marked && line === '');
    return '';
  });
  return { lines, blocks };
}

function failedLine(page: string, said: string, blocks: readonly number[]): string {
  const line = Number(/:(\d+): failed:/.exec(said)?.[1] ?? /\bpage: line (\d+):/.exec(said)?.[1]);
  const block = blocks.findLast((start) => start <= line);
  return block === undefined ? page : `${page}:${line}, in the block from line ${block}`;
}
