import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { failWith, UsageError } from '../usage-error.js';

const run = promisify(execFile);
const maxFiles = 500;
const limits = { maxBuffer: 64 * 1024 * 1024, timeout: 20_000 };

/** A description from a git revision, copied with the JSON and YAML files next to and below it. */
export interface RevisionCopy {
  readonly file: string;
  /** The temporary folder to remove. */
  readonly folder: string;
  /** The source of the copy, such as `main:specs/`. */
  readonly source: string;
}

/**
 * Copies a description from a git revision: `<revision>:<path from the root>`.
 *
 * @throws UsageError if git does not find it
 */
export async function readRevision(text: string): Promise<RevisionCopy> {
  const [, revision = '', path = ''] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (!/^[\w@][\w@./~^{}-]*$/.test(revision)) throw new UsageError(`"${revision}" is not a git revision`);
  const git = async (...args: string[]) =>
    (await run('git', args, limits).catch(failWith(`Cannot read ${text}`))).stdout;
  const parent = posix.dirname(posix.normalize(path));
  const listed = await git(
    'ls-tree',
    '-r',
    '-z',
    '--full-tree',
    '--name-only',
    revision,
    '--',
    parent === '.' ? '.' : `${parent}/`,
  );
  const names = listed.split('\0').filter((name) => /\.(?:ya?ml|json)$/i.test(name));
  if (!names.includes(posix.normalize(path))) throw new UsageError(`${text}: the revision has no such file`);
  const folder = await mkdtemp(join(tmpdir(), 'understudy-revision-'));
  for (const name of [posix.normalize(path), ...names.filter((each) => each !== path).slice(0, maxFiles)]) {
    const file = join(folder, posix.relative(parent, name));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await git('show', `${revision}:${name}`));
  }
  return { file: join(folder, basename(path)), folder, source: `${revision}:${parent === '.' ? '' : `${parent}/`}` };
}
