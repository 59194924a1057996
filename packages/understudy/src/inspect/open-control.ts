import { Control } from '../control/control.js';
import { ControlError } from '../control/control-calls.js';
import { sendOverHttp } from '../control-access.js';
import { startSimulators } from '../start-simulators.js';
import { WrongUse } from '../wrong-use.js';

/** Where to look: a running server, or the demo data in this process. */
export interface InspectedPlace {
  readonly target: string;
  readonly sandbox?: string;
  readonly demo?: boolean;
}

/** The server does not answer. */
export class Unreachable extends Error {}

/**
 * Runs something with the control plane of a place, and says plainly what went wrong.
 *
 * @param api what the demo data is looked at for
 * @throws WrongUse with the server's own sentence when it refuses, or when there is no such sandbox
 * @throws Unreachable when nothing answers
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
    // What fetch throws when there is no answer.
    if (error instanceof TypeError) {
      throw new Unreachable(
        `${place.target} cannot be reached; start a server with understudy start, or add --demo to do without`,
      );
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
  // A sandbox comes into being when it is first addressed: one that is only looked at must be there.
  const names = (await control.sandboxes.list()).map(({ name }) => name);
  if (!names.includes(sandbox)) {
    throw new WrongUse(`There is no sandbox "${sandbox}" at ${target}; there are ${names.join(', ')}`);
  }
  return open(`${target}/~${sandbox}`);
}

function refused({ target }: InspectedPlace, { status, problem, message }: ControlError): WrongUse {
  if (typeof problem !== 'object') return new WrongUse(notOurs(target));
  if (status !== 401) return new WrongUse(message);
  return new WrongUse(
    `${target} asks for its control token; set UNDERSTUDY_CONTROL_TOKEN to the one that start has printed`,
  );
}

/** What is said of a server that is another one. */
export function notOurs(url: string): string {
  return `${url} answers, but not as Understudy does; give the base URL that understudy start prints`;
}
