// Full disks and read-only folders: confirmed writes are kept, rejected ones are not stored, and a start that is
// impossible prints an error.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cli,
  GateFailed,
  mustRunCli,
  notTried,
  runNode,
  type Server,
  startServerWith,
  temporaryFolder,
} from '../gate.ts';
import { prove } from '../testing/prove.ts';

/** A medium that gets full. */
interface Medium {
  readonly folder: string;
  /** Command that starts a program there. */
  readonly command: readonly string[];
  /** Adds space while the server runs. */
  makeRoom?(): void;
  /** Uses all remaining space during `meanwhile`. */
  fill?(meanwhile: () => Promise<void>): Promise<void>;
}

/** `nobody` on most systems. */
const nobody = 65_534;
const afterTheFirst = 20;

prove('keeps confirmed data on a full disk, and reports why it cannot start', { seconds: 300 }, async () => {
  const shown = [await fills('a limit of file sizes', limitedFiles())];
  const disk = smallDisk();
  shown.push(
    disk === undefined ? notTried('mounting a small disk') : await fills('a disk of 3 MiB', disk).finally(disk.end),
  );
  return `${[...shown, await refusesUnwritable(), await refusesDamaged()].join('; ')}`;
});

/** Limits files to about 2 MiB, so a write fails in the middle of a page. */
function limitedFiles(): Medium {
  const limited = 'ulimit -f 4001; exec "$0" "$@"';
  return { folder: join(temporaryFolder('understudy-full'), 'data'), command: ['sh', '-c', limited] };
}

/** Returns a file system in memory. Only root can mount it. */
function smallDisk(): (Medium & { end(): void }) | undefined {
  const at = temporaryFolder('understudy-small-disk');
  // Avoids a password prompt for developers.
  const rights = process.getuid?.() === 0 || process.env['CI'] === undefined ? [] : ['sudo', '-n'];
  const asRoot = (...args: string[]) => execFileSync('env', [...rights, ...args, at], { stdio: 'ignore' });
  try {
    asRoot('mount', '-t', 'tmpfs', '-o', 'size=3m', 'tmpfs');
  } catch {
    return undefined;
  }
  return {
    folder: join(at, 'data'),
    command: [],
    makeRoom: () => asRoot('mount', '-o', 'remount,size=64m'),
    async fill(meanwhile) {
      spawnSync('dd', ['if=/dev/zero', `of=${join(at, 'fill')}`, 'bs=1k'], { stdio: 'ignore' });
      await meanwhile();
      rmSync(join(at, 'fill'));
    },
    // Lazy, because a failed check leaves a server running.
    end: () => asRoot('umount', '-l'),
  };
}

async function fills(name: string, { folder, command, makeRoom, fill }: Medium): Promise<string> {
  const server = await start(folder, command);
  await create(server, 'early');
  const kept: string[] = [];
  const lost: string[] = [];
  while (lost.length < afterTheFirst) {
    if (kept.length > 5000) throw new GateFailed(`${name} is never full`);
    const email = `user-${kept.length + lost.length}@example.com`;
    const { status, type, body } = await addUser(server, email);
    if (status === 201 || status === 200) kept.push(email);
    else if (status === 507 && type.startsWith('application/problem+json') && body.includes('not-archived'))
      lost.push(email);
    else throw new GateFailed(`${name}: a write returned ${status} ${type}: ${body}`);
  }
  if ((await fetch(`${server.url}/_sim`)).status !== 200) throw new GateFailed(`${name}: no data can be read`);
  if (makeRoom !== undefined) {
    await mustKeepReserve(name, server);
    const bulk = await fetch(`${server.url}/_sim/inbox/bulk/messages`, { method: 'DELETE' });
    const freed = await addUser(server, 'freed@example.com');
    if (bulk.status !== 204 || freed.status >= 300)
      throw new GateFailed(
        `${name}: a deletion returned ${bulk.status}, a write after it ${freed.status}: ${freed.body}`,
      );
    kept.push('freed@example.com');
    makeRoom();
    const email = 'later@example.com';
    const { status, body } = await addUser(server, email);
    if (status >= 300) throw new GateFailed(`${name}: with free space a write returned ${status}: ${body}`);
    kept.push(email);
  }
  process.kill(server.pid, 'SIGKILL');
  await server.stop();
  await fill?.(() => mustDeleteOnly(name, folder));
  const again = await start(folder);
  const there = await users(again);
  const missing = kept.filter((email) => !there.includes(`"${email}"`));
  const half = lost.filter((email) => there.includes(email));
  if (missing.length + half.length > 0)
    throw new GateFailed(
      `${name}: ${missing.length} of ${kept.length} answered are gone, ${half.length} refused are there`,
    );
  return `${name}: ${kept.length} confirmed writes survived a kill, ${lost.length} rejected with 507 and not stored`;
}

async function create({ url }: Server, name: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name, seed: 'demo' });
  return (await fetch(`${url}/_sim/sandboxes`, { method: 'POST', headers, body })).status;
}

/** New sandboxes must not use the space that is reserved for deletions. */
async function mustKeepReserve(name: string, server: Server): Promise<void> {
  const statuses: number[] = [];
  while (statuses.length < 40) statuses.push(await create(server, `late-${statuses.length}`));
  const created = statuses.filter((status) => status === 201).length;
  if (created > 2)
    throw new GateFailed(`${name}: ${created} of ${statuses.length} sandboxes were created on a full disk`);
  const { status } = await fetch(`${server.url}/_sim/sandboxes/early`, { method: 'DELETE' });
  if (status !== 204) throw new GateFailed(`${name}: the deletion of a sandbox returned ${status}`);
}

/** A start on a full disk serves reads and deletions. */
async function mustDeleteOnly(name: string, folder: string): Promise<void> {
  const server = await start(folder);
  const read = await fetch(`${server.url}/_sim/inbox/bulk/messages`);
  // The file can contain free pages.
  let added = 0;
  for (let sent = 0; added !== 507 && sent < 200; sent += 1)
    added = (await addUser(server, `late-${sent}@example.com`)).status;
  const { status: created } = await fetch(`${server.url}/~new/_sim/inbox/bulk/messages`);
  const { status: deleted } = await fetch(`${server.url}/_sim/inbox/bulk/messages`, { method: 'DELETE' });
  await server.stop();
  const aside = readdirSync(folder).filter((file) => file.startsWith('owner.json.'));
  const seen = [read.status, added, created, deleted].join();
  if (seen !== '200,507,507,204' || aside.length > 0)
    throw new GateFailed(
      `${name}: after a start on a full disk the requests returned ${seen}; it left ${aside.join()}`,
    );
}

async function addUser({ url }: Server, email: string) {
  // A large message fills the medium quickly.
  const body = JSON.stringify({ vendor_api_key: 'demo-vendor-key', email, language: 'en' });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/_sim/inbox/bulk`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text: 'x'.repeat(50_000) }),
  });
  const answer = await fetch(`${url}/v1/users`, { method: 'POST', headers, body });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', body: await answer.text() };
}

/** Exports the sandbox of a server as text, and stops the server. */
async function users(server: Server): Promise<string> {
  const file = join(temporaryFolder('understudy-full-export'), 'default.json');
  await mustRunCli('state', 'save', file, '--target', server.url);
  await server.stop();
  return readFileSync(file, 'utf8');
}

async function refusesUnwritable(): Promise<string> {
  const around = temporaryFolder('understudy-unwritable');
  const folder = join(around, 'data');
  await (await start(folder)).stop();
  const before = readdirSync(folder).join();
  chmodSync(around, 0o755);
  chmodSync(folder, 0o555);
  // Root can write everywhere.
  const user = process.getuid?.() === 0 ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
  mkdirSync(join(around, 'closed'), { mode: 0o555 });
  for (const data of [folder, join(around, 'closed', 'new')]) {
    const [command = '', ...args] = [...user, process.execPath, cli, 'start', '--port', '0', '--data', data];
    const { code, said } = await runNode(args, { command });
    if (
      code !== 2 ||
      !/^error: .* cannot be written \(E[A-Z]+\); choose a folder that this user may write\n$/.test(said)
    )
      throw new GateFailed(`A start in a folder that cannot be written finished with ${code}: ${said}`);
  }
  if (readdirSync(folder).join() !== before || existsSync(join(around, 'closed', 'new')))
    throw new GateFailed('A rejected start has left files');
  chmodSync(folder, 0o755);
  await (await start(folder)).stop();
  return 'a start in two read-only folders prints an error';
}

/** Overwrites a page of the database: the first one, then one with values. */
async function refusesDamaged(): Promise<string> {
  const folder = join(temporaryFolder('understudy-damaged'), 'data');
  const server = await start(folder);
  for (let sent = 0; sent < 20; sent += 1) await addUser(server, `user-${sent}@example.com`);
  await server.stop();
  const whole = readFileSync(join(folder, 'understudy.db'));
  for (const at of [0, Math.floor(whole.length / 8192) * 4096]) {
    const damaged = `${folder}-${at}`;
    cpSync(folder, damaged, { recursive: true });
    writeFileSync(join(damaged, 'understudy.db'), Buffer.from(whole).fill(0xa5, at, at + 4096));
    await startEnds(damaged, /^error: .* is damaged \(.*\); put a copy of .*\n$/);
  }
  return 'a start with two damaged files prints an error';
}

async function startEnds(folder: string, sentence: RegExp): Promise<void> {
  const { code, said } = await runNode([cli, 'start', 'einvoicing', '--port', '0', '--data', folder]);
  if (code !== 2 || !sentence.test(said)) throw new GateFailed(`A start finished with ${code}: ${said}`);
}

function start(folder: string, wrapper: readonly string[] = []): Promise<Server> {
  return startServerWith({ wrapper }, 'einvoicing', '--seed', 'demo', '--data', folder);
}
