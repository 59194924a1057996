import { httpTarget, inProcessTarget, type Target } from '@understudy/conformance';
import { startSimulators } from './start-simulators.js';
import { WrongUse } from './wrong-use.js';

/** A target and what ends it. */
export interface OpenTarget {
  readonly target: Target;
  close(): Promise<void>;
}

/**
 * The target named on the command line: `in-process`, or the URL of a server.
 *
 * @throws WrongUse when it is neither
 */
export async function openTarget(name: string): Promise<OpenTarget> {
  if (name === 'in-process') {
    const simulators = await startSimulators({
      onDefect: ({ what, error }) =>
        console.error(`defect in ${what}:`, error instanceof Error ? error.message : error),
    });
    return { target: inProcessTarget(simulators), close: () => simulators.close() };
  }
  if (!URL.canParse(name))
    throw new WrongUse(`Target "${name}" is neither in-process nor a URL such as http://127.0.0.1:4010`);
  return { target: httpTarget(name), close: async () => {} };
}
