import { Control } from '../control/control.js';
import { ControlError } from '../control/control-calls.js';
import { sendOverHttp } from '../control-access.js';
import { startSimulators } from '../start-simulators.js';
import { WrongUse } from '../wrong-use.js';

/** A running server, or the demo data in this process. */
export interface InspectedPlace {
  readonly target: string;
  readonly sandbox?: string;
  readonly demo?: boolean;
}

export class Unreachable extends Error {}

/**
 * Calls the control plane of a server or of the demo data.
 *
 * @throws WrongUse for an error response or an unknown sandbox
 * @throws Unreachable when the server is not running
 */
export async function withControl<T>(
  place: InspectedPlace,
  use: (control: Control) => Promise<T>,
  api: string,
): Promise<T> {
  if (place.demo === true) return await withDemo(use, api);
  try {
    return await use(await controlOf(place));
  } catch (error) {
    if (error instanceof ControlError) throw refused(place, error);
    if (error instanceof SyntaxError) throw new WrongUse(notOurs(place.target));
    // `fetch` throws it when there is no response.
    if (error instanceof TypeError) {
      throw new Unreachable(`${place.target} is unreachable. Start a server with understudy start, or use --demo`);
    }
    throw error;
  }
}

async function withDemo<T>(use: (control: Control) => Promise<T>, api: string): Promise<T> {
  const simulators = await startSimulators({ apis: [api], seed: 'demo', clock: 'real' });
  try {
    return await use(simulators.control);
  } catch (error) {
    if (error instanceof ControlError) throw new WrongUse(error.message);
    throw error;
  } finally {
    await simulators.close();
  }
}

async function controlOf({ target, sandbox }: InspectedPlace): Promise<Control> {
  const open = (address: string) => new Control(address, sendOverHttp);
  const control = open(target);
  if (sandbox === undefined || sandbox === 'default') return control;
  // The first request would create the sandbox.
  const names = (await control.sandboxes.list()).map(({ name }) => name);
  if (!names.includes(sandbox)) {
    throw new WrongUse(`Unknown sandbox "${sandbox}" at ${target}. Available: ${names.join(', ')}`);
  }
  return open(`${target}/~${sandbox}`);
}

function refused({ target }: InspectedPlace, { status, problem, message }: ControlError): WrongUse {
  if (typeof problem !== 'object') return new WrongUse(notOurs(target));
  if (status !== 401) return new WrongUse(message);
  return new WrongUse(
    `${target} requires its control token. Set UNDERSTUDY_CONTROL_TOKEN to the token that start printed`,
  );
}

export function notOurs(url: string): string {
  return `${url} does not respond like an Understudy server. Use the base URL that understudy start prints`;
}
