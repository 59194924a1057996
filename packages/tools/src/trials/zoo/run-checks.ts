import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { membersOf } from '../../members-of.ts';
import { startProxy } from '../../testing/proxy.ts';
import { readChecks } from './read-checks.ts';

/** Names of the clients, each in `clients/<name>.mjs`, with its checks in `clients/<name>.yaml`. */
export const clientNames = ['stripe', 'twilio', 'openai', 'octokit', 'slack', 'notion'] as const;

/** An official client, and checks of its documentation's promises. */
interface ClientChecks {
  /** The description file, as a path in `node_modules`. */
  readonly description: string;
  /** The path of the API's server in the description. */
  readonly prefix?: string;
  open(context: { readonly require: NodeJS.Require; readonly url: string }): unknown;
  readonly checks: ReturnType<typeof readChecks>;
}

/** A request and its response, truncated. */
interface Exchange {
  readonly request: string;
  readonly response: string;
}

/** The result of one check. */
export interface CheckResult {
  readonly check: string;
  readonly held: boolean;
  /** The promise that was not met, or the client's error. */
  readonly cause?: string;
  readonly detail?: string;
  /** The last exchanges before the failure. */
  readonly exchanges?: readonly Exchange[];
}

const timeoutMs = 15_000;

/** Maximum characters of a body in a report, and maximum requests per check. */
const [longest, mostRequests] = [400, 150];

export async function loadChecks(name: string): Promise<ClientChecks> {
  const client = await import(`./clients/${name}.mjs`);
  return { ...client, checks: readChecks(new URL(`clients/${name}.yaml`, import.meta.url)) };
}

/**
 * Runs the checks of a client one after another.
 *
 * @param folder folder where the client is installed
 * @param server URL of the server, without the path of the API
 * @param prefix path of the API on that server
 */
export async function runChecks(
  { open, checks }: ClientChecks,
  { folder, server, prefix }: { folder: string; server: string; prefix: string },
): Promise<CheckResult[]> {
  let exchanges: Exchange[] = [];
  const proxy = await startProxy({
    onRequest() {
      if (exchanges.length >= mostRequests) throw new Error('The check sends requests without end');
    },
    onResponse({ method, url: path, body }, response) {
      const [sent, received] = [body, response.body].map((each) => String(each).slice(0, longest));
      exchanges.push({
        request: `${method} ${path} ${sent}`.trim(),
        response: `${response.status} ${received}`.trim(),
      });
    },
    onError: ({ method, url: path }, error) =>
      exchanges.push({ request: `${method} ${path}`, response: String(error) }),
  });
  proxy.connect(server);
  const url = `${proxy.url}${prefix}`;
  const client = open({ require: createRequire(join(folder, 'package.json')), url });
  const outcomes: CheckResult[] = [];
  // Clients also reject promises of failed streams that no code awaits.
  const ignore = () => undefined;
  process.on('unhandledRejection', ignore);
  for (const [check, run] of Object.entries(checks)) {
    exchanges = [];
    try {
      await limited(run(client, url));
      outcomes.push({ check, held: true });
    } catch (error) {
      outcomes.push({ check, held: false, ...describe(error), exchanges: exchanges.slice(-3) });
    }
  }
  process.off('unhandledRejection', ignore);
  proxy.close();
  return outcomes;
}

async function limited(check: Promise<unknown>): Promise<void> {
  const late = sleep(timeoutMs, undefined, { ref: false }).then((): never => {
    throw new Error(`not finished after ${timeoutMs} ms`);
  });
  await Promise.race([check, late]);
}

function describe(error: unknown): { cause: string; detail: string } {
  const { name, cause, status, statusCode, message } = membersOf(error);
  const detail = String(message).slice(0, 500);
  if (typeof cause === 'string') return { cause, detail };
  const code = status ?? statusCode;
  return { cause: `the client throws ${name}${code === undefined ? '' : ` (${code})`}`, detail };
}
