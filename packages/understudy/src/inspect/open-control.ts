import { Control } from '../control/control.js';
import { ControlError } from '../control/control-calls.js';
import { sendOverHttp } from '../control-access.js';
import { startSimulators } from '../start-simulators.js';
import { UsageError } from '../usage-error.js';

export interface InspectTarget {
  readonly target: string;
  readonly sandbox?: string;
  readonly demo?: boolean;
}

export class UnreachableError extends Error {}

/**
 * Calls the control plane of a server or of the demo data.
 *
 * @throws UsageError for an error response or an unknown sandbox
 * @throws Unreachable if the server is not running
 */
export async function runWithControl<T>(
  place: InspectTarget,
  use: (control: Control) => Promise<T>,
  api: string,
): Promise<T> {
  if (place.demo === true) return await withDemo(use, api);
  try {
    return await use(await controlOf(place));
  } catch (error) {
    if (error instanceof ControlError) throw refused(place, error);
    if (error instanceof SyntaxError) throw new UsageError(describeUnknownServer(place.target));
    // `fetch` throws it when there is no response.
    if (error instanceof TypeError) {
      throw new UnreachableError(`${place.target} is unreachable. Start a server with understudy start, or use --demo`);
    }
    throw error;
  }
}

async function withDemo<T>(use: (control: Control) => Promise<T>, api: string): Promise<T> {
  const simulators = await startSimulators({ apis: [api], seed: 'demo', clock: 'real' });
  try {
    return await use(simulators.control);
  } catch (error) {
    if (error instanceof ControlError) throw new UsageError(error.message);
    throw error;
  } finally {
    await simulators.close();
  }
}

async function controlOf({ target, sandbox }: InspectTarget): Promise<Control> {
  const open = (address: string) => new Control(address, sendOverHttp);
  const control = open(target);
  if (sandbox === undefined || sandbox === 'default') return control;
  // The first request would create the sandbox.
  const names = (await control.sandboxes.list()).map(({ name }) => name);
  if (!names.includes(sandbox)) {
    throw new UsageError(`Unknown sandbox "${sandbox}" at ${target}. Available: ${names.join(', ')}`);
  }
  return open(`${target}/~${sandbox}`);
}

function refused({ target }: InspectTarget, { status, problem, message }: ControlError): UsageError {
  if (typeof problem !== 'object') return new UsageError(describeUnknownServer(target));
  if (status !== 401) return new UsageError(message);
  return new UsageError(
    `${target} requires its control token. Set UNDERSTUDY_CONTROL_TOKEN to the token that start printed`,
  );
}

export function describeUnknownServer(url: string): string {
  return `${url} does not respond like an Understudy server. Use the base URL that understudy start prints`;
}
