import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readChecks } from './read-checks.ts';
import { type Exchange, RecordingProxy } from './recording-proxy.ts';

/** Names of the clients, each in `clients/<name>.mjs`, with its checks in `clients/<name>.yaml`. */
export const clientNames = ['stripe', 'twilio', 'openai', 'octokit', 'slack', 'notion'] as const;

/** An official client, and what its documentation promises. */
interface ClientChecks {
  /** File of the description below `node_modules`. */
  readonly description: string;
  /** Path of its server in the description. */
  readonly prefix?: string;
  open(context: { readonly require: NodeJS.Require; readonly url: string }): unknown;
  readonly checks: ReturnType<typeof readChecks>;
}

/** How one check went. */
export interface CheckResult {
  readonly check: string;
  readonly held: boolean;
  /** The promise that was not kept, or the error of the client. */
  readonly cause?: string;
  readonly detail?: string;
  /** The last exchanges before it failed. */
  readonly exchanges?: readonly Exchange[];
}

const timeoutMs = 15_000;

export async function loadChecks(name: string): Promise<ClientChecks> {
  const client = await import(`./clients/${name}.mjs`);
  return { ...client, checks: readChecks(new URL(`clients/${name}.yaml`, import.meta.url)) };
}

/**
 * Runs the checks of a client one after another.
 *
 * @param folder where the client is installed
 * @param server URL of the server, without the path of the API
 * @param prefix path of the API on that server
 */
export async function runChecks(
  { open, checks }: ClientChecks,
  { folder, server, prefix }: { folder: string; server: string; prefix: string },
): Promise<CheckResult[]> {
  const proxy = new RecordingProxy(server);
  const url = `${await proxy.listen()}${prefix}`;
  const client = open({ require: createRequire(join(folder, 'package.json')), url });
  const outcomes: CheckResult[] = [];
  // Clients also report errors of streams where nobody waits for them.
  const ignore = () => undefined;
  process.on('unhandledRejection', ignore);
  for (const [check, run] of Object.entries(checks)) {
    proxy.take();
    try {
      await limited(run(client, url));
      outcomes.push({ check, held: true });
    } catch (error) {
      outcomes.push({ check, held: false, ...describe(error), exchanges: proxy.take().slice(-3) });
    }
  }
  process.off('unhandledRejection', ignore);
  await proxy.close();
  return outcomes;
}

async function limited(check: Promise<unknown>): Promise<void> {
  const timer = { ref: undefined as NodeJS.Timeout | undefined };
  const late = new Promise<never>((_resolve, reject) => {
    timer.ref = setTimeout(() => reject(new Error(`not finished after ${timeoutMs} ms`)), timeoutMs);
  });
  await Promise.race([check, late]).finally(() => clearTimeout(timer.ref));
}

function describe(error: unknown): { cause: string; detail: string } {
  const { name, cause, status, statusCode, message }: Record<string, unknown> = Object(error);
  const detail = String(message).slice(0, 500);
  if (typeof cause === 'string') return { cause, detail };
  const code = status ?? statusCode;
  return { cause: `the client throws ${name}${code === undefined ? '' : ` (${code})`}`, detail };
}
