// Runs unmodified official clients against APIs that are simulated from their OpenAPI descriptions. Each check states a
// promise in the client's documentation. The descriptions come from npm packages and are never part of this repository.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateFailed } from '../../gate.ts';
import { root } from '../../steps.mjs';
import { installPackages } from './install-packages.ts';
import { type CheckResult, clientNames, loadChecks, runChecks } from './run-checks.ts';
import { servers } from './servers.ts';

interface ZooOptions {
  /** Names of clients; all if empty. */
  readonly only: readonly string[];
  /** Name of a server of {@link servers}. */
  readonly on: string;
  readonly overlays: boolean;
}

interface Result {
  readonly client: string;
  readonly outcomes: readonly CheckResult[];
  readonly complaints: string;
}

/** Minimum share of checks that must pass without and with overlays. */
const [bareBar, overlaidBar] = [0.8, 0.95];

/**
 * Runs the checks of the clients on a server, prints the failing ones by cause and writes `reports/zoo-<server>.json`.
 *
 * @throws GateFailed if too few checks pass, or a check also passes on a server that responds with `{}` to everything
 */
export async function zooTrial({ only, on, overlays }: ZooOptions): Promise<string> {
  const names = clientNames.filter((name) => only.length === 0 || only.includes(name));
  const unknown = only.find((name) => !clientNames.some((each) => each === name));
  if (unknown !== undefined)
    throw new GateFailed(`There is no client "${unknown}"; clients: ${clientNames.join(', ')}`);
  const folder = await installPackages();
  const results: Result[] = [];
  for (const client of names) {
    const result = await tryClient(client, { folder, on, overlays });
    results.push(result);
    report(result);
  }
  const all = results.flatMap(({ outcomes }) => outcomes);
  const held = all.filter((outcome) => outcome.held).length;
  const file = join(root, 'reports', `zoo-${on}${overlays ? '-overlays' : ''}.json`);
  mkdirSync(join(root, 'reports'), { recursive: true });
  writeFileSync(file, JSON.stringify(results, undefined, 2));
  reportCauses(results);
  const rows = results.map(({ client, outcomes }) => {
    const [kept, checks] = [outcomes.filter((outcome) => outcome.held).length, outcomes.length];
    return [client, { held: kept, checks, share: `${Math.round((100 * kept) / checks)} %` }];
  });
  console.table(Object.fromEntries(rows));
  const sentence = `${held} of ${all.length} checks hold on ${on}${overlays ? ' with overlays' : ''}; ${file}`;
  if (on === 'understudy' && held < all.length * (overlays ? overlaidBar : bareBar)) throw new GateFailed(sentence);
  if (on === 'stub' && held > 0) throw new GateFailed(`${sentence}: these checks cannot fail`);
  return sentence;
}

async function tryClient(
  client: string,
  { folder, on, overlays }: { folder: string; on: string; overlays: boolean },
): Promise<Result> {
  const checks = await loadChecks(client);
  const start = servers[on];
  if (start === undefined)
    throw new GateFailed(`There is no server "${on}"; servers: ${Object.keys(servers).join(', ')}`);
  const overlay = join(root, 'fixtures/overlays', `${client}.yaml`);
  const args = overlays && existsSync(overlay) ? ['--overlays', `understudy:${client}`] : [];
  const server = await start(join(folder, 'node_modules', checks.description), checks.prefix ?? '', args);
  const outcomes = await runChecks(checks, { folder, server: server.url, prefix: server.prefix });
  await server.stop();
  return { client, outcomes, complaints: server.complaints() };
}

function report({ client, outcomes, complaints }: Result): void {
  const failed = outcomes.filter(({ held }) => !held);
  console.log(`${client}: ${outcomes.length - failed.length} of ${outcomes.length} checks hold`);
  if (/"?defect"?|500/.test(complaints)) console.log(complaints.slice(0, 2000));
}

/** Prints failed checks by cause, most frequent first. */
function reportCauses(results: readonly Result[]): void {
  const failed = results.flatMap(({ client, outcomes }) =>
    outcomes.filter(({ held }) => !held).map((outcome) => ({ client, ...outcome })),
  );
  const byCause = new Map<string, typeof failed>();
  for (const each of failed) byCause.set(each.cause ?? '', [...(byCause.get(each.cause ?? '') ?? []), each]);
  for (const [cause, checks] of [...byCause].sort((one, other) => other[1].length - one[1].length)) {
    console.log(`\n${cause} (${checks.length})`);
    for (const { client, check, detail = '', exchanges = [] } of checks) {
      console.log(`  ${client}, ${check}\n    ${detail.replace(/\s+/g, ' ').slice(0, 300)}`);
      for (const { request, response } of exchanges.slice(-2)) {
        console.log(
          `    ${request.replace(/\s+/g, ' ').slice(0, 200)}\n      ${response.replace(/\s+/g, ' ').slice(0, 300)}`,
        );
      }
    }
  }
}
