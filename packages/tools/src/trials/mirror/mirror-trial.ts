// Our own simulators act as unknown services: `understudy learn` gets one recording of each, with and without the
// description. The learned API must respond like a second recording, which has other ids in another order. Official
// clients also record simulators of public descriptions, which are learned without the description and have no limits
// to meet.
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRedactor, readHar } from '@understudy/conformance';
import { isObject } from '@understudy/contract';
import { cli, GateFailed } from '../../gate.ts';
import { root } from '../../steps.mjs';
import { installPackages } from '../zoo/install-packages.ts';
import { loadChecks, runChecks } from '../zoo/run-checks.ts';
import { servers } from '../zoo/servers.ts';
import { recordService } from './record-service.ts';

/** The strings in a recording that redaction replaces. */
interface RedactionCount {
  /** Number of strings that tests compare: ids, references, ETags and cursors. */
  readonly compared: number;
  /** Compared strings that were replaced, as `name (count)`. All of them are false positives. */
  readonly replacedCompared: readonly string[];
  readonly texts: number;
  /** Other strings that were replaced, as `name (count)`. */
  readonly replaced: readonly string[];
}

const comparedName =
  /(?:^|[._-])(?:ids?|uuid|e-?tag|ref|reference|number|cursor|next|hash|location|sku|slug|if-(?:none-)?match)$|(?:Id|Ids|ID|Uuid|Ref|Reference|Number|Cursor)$/;

/** Counts the strings in an HTTP archive by whether recording would redact them. */
function countRedactions(har: string): RedactionCount {
  const redactor = createRedactor([], { isNumbered: true });
  const { entries } = readHar(har);
  const text = (bytes: Uint8Array | undefined): string =>
    bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');
  const shown = entries.map((entry) => {
    const { method, url, requestHeaders, responseHeaders } = entry;
    const bodies = [text(entry.requestBody), text(entry.responseBody)];
    redactor.issued({ method, url, requestBody: bodies[0] ?? '', responseBody: bodies[1] ?? '' });
    const parts = (change: { text(part: string): string; headers(given: Record<string, string>): object }): unknown => [
      ...bodies.map((body) => parse(change.text(body))),
      ...[requestHeaders, responseHeaders].map((headers) => change.headers(headers)),
      Object.fromEntries(new URL(change.text(url)).searchParams),
      { path: new URL(change.text(url)).pathname },
    ];
    return [parts({ text: (part) => part, headers: (given) => given }), parts(redactor)] as const;
  });
  const [compared, other] = [new Map<string, number>(), new Map<string, number>()];
  let [ofCompared, texts] = [0, 0];
  const walk = (before: unknown, after: unknown, name: string): void => {
    if (typeof before === 'string') {
      const isCompared = comparedName.test(name);
      texts += 1;
      if (isCompared) ofCompared += 1;
      if (before === after) return;
      const counts = isCompared ? compared : other;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } else if (Array.isArray(before))
      for (const [index, item] of before.entries()) walk(item, Array.isArray(after) ? after[index] : undefined, name);
    else if (isObject(before))
      for (const [key, value] of Object.entries(before)) walk(value, isObject(after) ? after[key] : undefined, key);
  };
  for (const [before, after] of shown) walk(before, after, '');
  const list = (counts: ReadonlyMap<string, number>) => [...counts].map(([name, count]) => `${name} (${count})`);
  return { compared: ofCompared, replacedCompared: list(compared), texts, replaced: list(other) };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const run = promisify(execFile);
const apis = ['inventory', 'rostering', 'einvoicing'];
const clients = ['stripe', 'twilio', 'openai', 'octokit', 'notion'];
/** Number of requests in each half of a recording. */
const exchanges = 230;
/** Minimum percentages of responses with the same status, of responses with the same shape, and of relations. */
const bars = { with: [95, 90, 85], without: [90, 80, 75] } as const;

interface Agreement {
  readonly exchanges: number;
  readonly status: number;
  readonly shape: number;
  readonly relations: { readonly held: number; readonly all: number };
}

/** @param only names of APIs; all if empty @throws GateFailed with the shares that are too low */
export async function mirrorTrial({ only }: { readonly only: readonly string[] }): Promise<string> {
  const folder = join(root, 'reports', 'mirror');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const lines: string[] = [];
  const missed: string[] = [];
  for (const api of [...apis, ...clients].filter((name) => only.length === 0 || only.includes(name))) {
    const isClient = clients.includes(api);
    const [first, second] = isClient
      ? [await recordClient(api, 'first'), await recordClient(api, 'second')]
      : await recordTwice(api);
    const [one, other] = [first, second].map(({ har }, index) => {
      const file = join(folder, `${api}-${index + 1}.har`);
      writeFileSync(file, har);
      return file;
    });
    const { compared, replacedCompared, texts, replaced } = countRedactions(first.har);
    const redactions = `${api}: redaction replaces ${replacedCompared.length} kinds of ${compared} ids, references, ETags and cursors; of ${texts} texts: ${replaced.join(', ')}`;
    lines.push(redactions);
    console.log(redactions);
    if (replacedCompared.length > 0) missed.push(`${api}: redaction replaces ${replacedCompared.join(', ')}`);
    for (const mode of isClient ? (['without'] as const) : (['with', 'without'] as const)) {
      const files = [String(one), String(other)];
      const described = mode === 'with' ? api : undefined;
      const { relations, ...agreement } = await learn(files, join(folder, `${api}-${mode}`), described);
      const shares = [
        (100 * agreement.status) / agreement.exchanges,
        (100 * agreement.shape) / agreement.exchanges,
        (100 * relations.held) / relations.all,
      ];
      const text = `${api} ${mode} description: ${first.exchanges} + ${second.exchanges} requests, status / shape / relations ${shares.map((each) => each.toFixed(1)).join(' / ')} %`;
      lines.push(text);
      console.log(text);
      if (!isClient && shares.some((share, index) => share < (bars[mode][index] ?? 0)))
        missed.push(`${text}, bars ${bars[mode].join(' / ')}`);
    }
  }
  if (missed.length > 0) throw new GateFailed(`below the bars:\n${missed.join('\n')}`);
  return lines.join('\n');
}

async function recordTwice(api: string) {
  const first = await recordService(api, { seed: 'first', exchanges });
  return [first, await recordService(api, { seed: 'second', workflows: first.workflows, suffix: '-b' })] as const;
}

/** Learns an API from the first recording, and returns how well it reproduces the second. */
async function learn(
  [one = '', other = '']: readonly string[],
  folder: string,
  described: string | undefined,
): Promise<Agreement> {
  const api =
    described === undefined ? [] : ['--api', `specs/${described}/openapi.yaml`, '--allow-ref-folder', 'specs'];
  const args = [cli, 'learn', one, '--check', other, '--folder', folder, '--json', ...api];
  const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout).agreements[other];
}

/** Records the checks of an official client against the simulator of a public description, as an HTTP archive. */
async function recordClient(client: string, seed: string): Promise<{ har: string; exchanges: number }> {
  const folder = await installPackages();
  const checks = await loadChecks(client);
  const file = join(folder, 'node_modules', checks.description);
  const server = await servers['understudy']?.(file, checks.prefix ?? '', ['--random-seed', seed]);
  if (server === undefined) throw new GateFailed('The zoo has no server "understudy"');
  try {
    await runChecks(checks, { folder, server: server.url, prefix: server.prefix });
    const har = await (await fetch(`${server.url}/_sim/journal.har`)).text();
    return { har, exchanges: JSON.parse(har).log.entries.length };
  } finally {
    await server.stop();
  }
}
