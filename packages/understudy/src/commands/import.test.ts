import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { call } from '../testing/call.js';
import { harEntry, harOf } from '../testing/har.js';
import { printed, refused, runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { start, fileWith, folderWith } = useResources();

async function importOf(files: Readonly<Record<string, unknown>>, ...args: string[]) {
  const source = await folderWith(files);
  const folder = join(await folderWith(), 'made');
  const { code, out, err } = await runCli(
    'convert',
    'import',
    source,
    '--folder',
    folder,
    '--name',
    'shop',
    '--json',
    ...args,
  );
  if (err !== '') return { code, err, folder, omissions: [], lost: [], texts: '' };
  const { omissions, files: written } = JSON.parse(out);
  const lost = omissions.filter(({ isNote }: { isNote?: true }) => isNote !== true);
  const contents = await Promise.all(written.map((file: string) => readFile(join(folder, file), 'utf8')));
  const listed = omissions.map(({ place, what }: Record<string, string>) => `${place}: ${what}`);
  return { code, err, folder, omissions: listed, lost, texts: contents.join('\n') };
}

interface ImportCase {
  readonly name: string;
  readonly files: Readonly<Record<string, unknown>>;
  readonly inputs?: string[];
  readonly calls: readonly (readonly [string, number, string | { readonly contains: string }])[];
  readonly listed?: string | string[];
  /** Texts of the written files, and texts that they do not contain. */
  readonly written?: string[];
  readonly absent?: string[];
}

// Files of each tool: requests that run as they do in the tool, stubs that respond as they do in the tool, and parts
// that are carried over or listed.
const cases: Record<'requests' | 'stubs' | 'parts', ImportCase[]> = parse(
  readFileSync(new URL('./testing/import-cases.yaml', import.meta.url), 'utf8'),
);

const json = 'application/json';
const item = (name: string, method: string, url: unknown, more = {}) => ({ name, request: { method, url, ...more } });
const postman = (...list: object[]) => ({ info: { name: 'Shop' }, item: list });
const ada = { id: 7, name: 'Ada' };
const pact = (request: object, response: object) => ({
  ...{ consumer: { name: 'web' }, provider: { name: 'shop' } },
  interactions: [{ description: 'a user', request, response }],
});

describe('`convert import` creates scenarios that run as in the original tool', () => {
  it.each(cases.requests)(
    '$name',
    async ({ files, inputs = [] }) => {
      const { folder, omissions, texts } = await importOf(files);
      expect(omissions).toEqual([]);
      const ran = await runCli(
        'test',
        'run',
        '--config',
        join(folder, 'understudy.config.yaml'),
        '--api',
        'shop',
        ...inputs,
      );
      expect([ran.code, ran.err, texts], ran.out).toEqual([0, '', expect.stringContaining('successCriteria')]);
      // The first run loads all simulators.
    },
    120_000,
  );
});

describe('`convert import` creates stubs that respond as in the original tool', () => {
  it.each(cases.stubs)('$name', async ({ files, calls }) => {
    const { folder } = await importOf(files);
    const settings = { apis: { shop: { security: 'off' } } };
    const simulators = await start({ apis: [join(folder, 'shop.yaml')], settings });
    const { faults } = JSON.parse(await readFile(join(folder, 'rules.json'), 'utf8'));
    await simulators.control.faults.set(faults);
    for (const [asked, status, body] of calls) {
      const [method = '', path = '', sent] = asked.split(/ (.*?)(?: ({.*))?$/s);
      const response = await call(simulators, `${method} ${path}`, sent, { 'content-type': sent && json });
      const expected = typeof body === 'string' ? body : expect.stringContaining(body.contains);
      expect([asked, response.status, response.text.replaceAll(/\s/g, '')]).toEqual([asked, status, expected]);
    }
  });

  it('verifies a provider against a Pact file, and fails a wrong response', async () => {
    const expected = (name: string) => ({
      'pact.json': pact({ method: 'GET', path: '/users/7' }, { status: 200, body: { ...ada, name } }),
    });
    const right = await importOf(expected('Ada'));
    const wrong = await importOf(expected('Eve'));
    const run = (scenarios: string) =>
      runCli('test', 'run', join(scenarios, 'scenarios'), '--config', join(right.folder, 'understudy.config.yaml'));
    expect((await run(right.folder)).code).toBe(0);
    expect(await run(wrong.folder)).toMatchObject(printed('to be "Eve", got "Ada"', 1));
  });
});

describe('`convert import` lists the parts of a file that it omits', () => {
  it.each(cases.parts)('$name', async ({ files, listed = [], written = [], absent = [] }) => {
    const { code, err, omissions, lost, texts } = await importOf(files, '--strict');
    expect([err, code, omissions.length > 0]).toEqual(['', lost.length > 0 ? 1 : 0, listed.length > 0]);
    for (const each of [listed].flat()) expect(omissions.join('\n')).toContain(each);
    for (const each of written) expect(texts).toContain(each);
    for (const each of absent) expect(texts).not.toContain(each);
  });

  it('does not follow symbolic links or wait for named pipes', async () => {
    const source = await folderWith({ 'a.json': postman(item('A', 'GET', '/a')) });
    const secret = await fileWith('secret.json', postman(item('Secret', 'GET', '/secret')));
    symlinkSync(secret, join(source, 'b.json'));
    execFileSync('mkfifo', [join(source, 'c.json')]);
    const folder = await folderWith();
    const { out } = await runCli('convert', 'import', source, '--folder', join(folder, 'x'), '--name', 'x');
    expect(out).toMatch(/b\.json: is a symbolic link.*\n.*c\.json: is a symbolic link or special file/);
    expect(await readFile(join(folder, 'x', 'x.yaml'), 'utf8')).not.toContain('secret');
    expect(await runCli('convert', 'import', '/dev/zero')).toMatchObject(refused('/dev/zero is no regular file'));
    expect(await runCli('convert', 'import', join(source, 'c.json'))).toMatchObject(refused('is no regular file'));
  });

  it('does not read files named in a body or evaluate expressions in it', async () => {
    const post = (name: string, raw: string) => item(name, 'POST', `/${name}`, { body: { mode: 'raw', raw } });
    const list = [post('a', '$file("/etc/hostname")'), post('b', 'x {$inputs.x} {{y}}')];
    const { folder } = await importOf({ 'a.json': postman(...list) });
    const options = ['--config', join(folder, 'understudy.config.yaml'), '--input', 'y=1', '--verbose'];
    const run = await runCli('test', 'run', '--api', 'shop', ...options);
    const text = await readFile(join(folder, 'scenarios/shop.arazzo.yaml'), 'utf8');
    expect(text).not.toMatch(/payload: .*\$file/);
    expect(run.code).toBe(0);
  });

  it('overwrites only an earlier import, and only with --force', async () => {
    const collection = postman(item('A', 'GET', '/a'));
    const { folder } = await importOf({ 'a.json': collection });
    const source = await folderWith({ 'a.json': collection });
    const into = (target: string) => ['convert', 'import', source, '--folder', target, '--name', 'shop'];
    expect(await runCli(...into(folder))).toMatchObject(refused(`The folder ${folder} is not empty`));
    expect((await runCli(...into(folder), '--force')).code).toBe(0);
    expect(await readdir(folder)).toContain('shop.yaml');
    const own = await folderWith({ 'notes.txt': 'mine' });
    expect(await runCli(...into(own), '--force')).toMatchObject(refused(`The folder ${own} is not empty`));
    expect(await readdir(own)).toEqual(['notes.txt']);
  });

  it('suggests understudy learn for an HTTP archive', async () => {
    const file = await fileWith('a.har', harOf(harEntry('GET https://shop.example/users/7', ada)));
    expect(await runCli('convert', 'import', file)).toMatchObject(refused(`Use: understudy learn ${file}`));
  });

  it('suggests the right command for other known formats, and rejects unknown ones', async () => {
    for (const [file, hint] of [
      [{ openapi: '3.1.0' }, 'understudy start'],
      [{ requests: [], order: [] }, 'version 2.1'],
      [{ a: 1 }, 'has no known format'],
      ['{', 'is not valid'],
      [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'nested'],
    ]) {
      expect(await importOf({ 'a.json': file })).toMatchObject(refused(String(hint)));
    }
  });
});

describe('`convert export` writes an HTTP archive without secrets', () => {
  it.each(['curl', 'postman', 'pact'])('as %s, which can be imported again', async (format) => {
    const entry = harEntry('POST https://shop.example/users?key=S3cr3t-Value-123456', ada, {
      ...{ status: 201, sent: { name: "O'Hara" }, sentHeaders: { Authorization: 'Bearer S3cr3t-Value-123456' } },
    });
    const source = await fileWith('a.har', harOf(entry));
    const { code, out } = await runCli('convert', 'export', format, source);
    expect([code, out]).toEqual([0, expect.not.stringContaining('S3cr3t')]);
    const { texts } = await importOf({ [format === 'curl' ? 'a.sh' : 'a.json']: out });
    expect(texts).toContain("O'Hara");
    expect(texts).toMatch(/\/users:\n\s+post:/);
  });
});

it('the login of an imported mock works with its password, token and cookie', async () => {
  const token = 'sk_live_Zq1xKw7rT7919pLm9v';
  const cookie = 'sid=Zq2xKw7rT7919pLm9w';
  const mappings = [
    {
      request: { method: 'POST', url: '/login', bodyPatterns: [{ equalToJson: { user: 'ada', password: 'hunter2' } }] },
      response: { headers: { 'Set-Cookie': cookie }, jsonBody: { access_token: token } },
    },
    {
      request: { method: 'GET', url: '/me', headers: { Authorization: { equalTo: `Bearer ${token}` } } },
      response: { jsonBody: { name: 'Ada' } },
    },
  ];
  const { folder, err } = await importOf({ 'mappings/shop.json': { mappings } });
  const { faults } = JSON.parse(await readFile(join(folder, 'rules.json'), 'utf8'));
  expect(err).toBe('');
  const simulators = await start({ apis: [join(folder, 'shop.yaml')] });
  await simulators.control.faults.set(faults);
  const login = (password: string) => call(simulators, 'POST /login', { user: 'ada', password });
  expect((await login('hunter2')).body).toEqual({ access_token: token });
  expect((await login('wrong')).body).not.toEqual({ access_token: token });
  const headers = { authorization: `Bearer ${token}` };
  expect((await call(simulators, 'GET /me', undefined, headers)).body).toEqual({ name: 'Ada' });
  const [me, signIn] = faults;
  expect(me).toMatchObject({ match: { path: '/me', headers: { Authorization: `Bearer ${token}` } } });
  expect(signIn).toMatchObject({ effect: { headers: { 'set-cookie': cookie } } });
});
