import { join } from 'node:path';
import { GateFailed } from '../../gate.ts';
import { installPackages } from '../zoo/install-packages.ts';
import { loadChecks, runChecks } from '../zoo/run-checks.ts';
import { servers } from '../zoo/servers.ts';

/** Records the checks of an official client against the simulator of a public description, as an HTTP archive. */
export async function recordClient(client: string, seed: string): Promise<{ har: string; exchanges: number }> {
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
