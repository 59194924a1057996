import { chmod, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRunFile } from './run-file.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();

const address = { host: '127.0.0.1', port: 4010 };
const name = 'understudy-127.0.0.1-4010.json';

it('the run file exists while the server runs, and is removed on shutdown', async () => {
  const directory = await folderWith();
  const first = await openRunFile(address, { directory, pid: 7 });
  expect([first.lost, await readdir(directory)]).toEqual([undefined, [name]]);
  await first.remove();
  expect(await readdir(directory)).toEqual([]);
  expect((await openRunFile(address, { directory, pid: 8 })).lost).toBeUndefined();
});

it('reports an earlier run that left its file behind, even if it had the same process id', async () => {
  const directory = await folderWith();
  await openRunFile(address, { directory });
  await utimes(join(directory, name), new Date('2026-01-15T09:00:00Z'), new Date('2026-01-15T09:00:00Z'));
  const second = await openRunFile(address, { directory });
  expect(second.lost).toEqual({ pid: process.pid, since: '2026-01-15T09:00:00.000Z' });
  await second.remove();
  expect((await openRunFile(address, { directory })).lost).toBeUndefined();
});

it('keeps a separate run file for each address', async () => {
  const directory = await folderWith();
  await openRunFile(address, { directory });
  expect((await openRunFile({ ...address, port: 4011 }, { directory })).lost).toBeUndefined();
  expect((await openRunFile({ host: '::1', port: 4010 }, { directory })).lost).toBeUndefined();
  expect((await openRunFile({ host: '::1', port: 4010 }, { directory })).lost).toBeDefined();
});

it('an earlier server does not remove the run file of a later one', async () => {
  const directory = await folderWith();
  const first = await openRunFile(address, { directory, pid: 7 });
  await openRunFile(address, { directory, pid: 8 });
  await first.remove();
  expect(await readFile(join(directory, name), 'utf8')).toBe('{"pid":8}\n');
});

it.each([['{"pid":'], ['null'], ['[]'], ['{"pid":"7"}'], ['{"pid":-1}'], [''], [' '.repeat(5000)]])(
  'ignores the invalid run file %j, and replaces it',
  async (content) => {
    const directory = await folderWith();
    await writeFile(join(directory, name), content);
    const { lost, remove } = await openRunFile(address, { directory });
    expect(lost).toBeUndefined();
    await remove();
    expect(await readdir(directory)).toEqual([]);
  },
);

it.skipIf(process.platform === 'win32')('neither reads nor writes through a symbolic link', async () => {
  const directory = await folderWith();
  const other = join(directory, 'other');
  await writeFile(other, '{"pid":7}');
  await symlink(other, join(directory, name));
  const { lost } = await openRunFile(address, { directory });
  expect([lost, await readFile(other, 'utf8')]).toEqual([undefined, '{"pid":7}']);
});

it('works without a run file if the folder is missing or not writable', async () => {
  const directory = await folderWith();
  const locked = join(directory, 'locked');
  await mkdir(locked);
  await chmod(locked, 0o500);
  for (const place of [locked, join(directory, 'none')]) {
    const { lost, remove } = await openRunFile(address, { directory: place });
    expect(lost).toBeUndefined();
    await remove();
  }
});

it('does not remove a folder with the name of the run file', async () => {
  const directory = await folderWith();
  await mkdir(join(directory, name));
  const { lost, remove } = await openRunFile(address, { directory });
  await remove();
  expect([lost, await readdir(directory)]).toEqual([undefined, [name]]);
});
