// Runs the examples of README.md: every bash block that follows the comment <!-- run -->, in order, in one shell, against a
// server on a free port.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../steps.mjs';
import { GateFailed, gate, runNode, startServer, temporaryFolder } from './gate.ts';

const documented = 'http://127.0.0.1:4010';

await gate('README.md', 120, async () => {
  const { lines, blocks } = runnableLines(await readFile(join(root, 'README.md'), 'utf8'));
  if (blocks.length === 0) throw new GateFailed('README.md has no bash block after a comment <!-- run -->.');
  const { url } = await startServer();
  const script = lines.map((line) => line.replaceAll(documented, url));
  // Line 1 of the README is its title, so there is room for what tells the place of a failure.
  script[0] = `trap '{ echo; echo "README.md:$LINENO: failed: $BASH_COMMAND"; } >&2' ERR`;
  const file = join(temporaryFolder('readme'), 'README');
  await writeFile(file, `${script.join('\n')}\n`);
  const { code, said } = await runNode(['-E', '-euo', 'pipefail', file], { command: 'bash' });
  if (code !== 0) throw new GateFailed(`${said}\n${placeOf(said, blocks)}`);
  return `${blocks.length} blocks ran`;
});

/**
 * The runnable lines at their own places, every other line empty: what the shell says of line 7 is about line 7 of the
 * README. `blocks` are the lines where the blocks begin.
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

/** The line of the README that failed, and the block it stands in. */
function placeOf(said: string, blocks: readonly number[]): string {
  const line = Number(/README\.md:(\d+): failed:/.exec(said)?.[1] ?? /\bREADME: line (\d+):/.exec(said)?.[1]);
  const block = blocks.findLast((start) => start <= line);
  return block === undefined ? 'README.md' : `README.md:${line}, in the block that begins at line ${block}`;
}
