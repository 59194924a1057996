import { exitCodes } from '@understudy/conformance';
import { ControlError } from '../control/control-calls.js';
import { UsageError } from '../usage-error.js';

/** Calls a control plane, reports its error and sets the exit code. */
export async function reportControlErrors(
  { target }: { readonly target: string },
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    const isRefused = error instanceof ControlError;
    if (error instanceof SyntaxError || (isRefused && typeof error.problem !== 'object'))
      throw new UsageError(
        `${target} does not respond like an Understudy server. Use the base URL that understudy start prints`,
      );
    if (isRefused) throw new UsageError(error.message);
    if (!(error instanceof TypeError)) throw error;
    console.error(`error: ${target} is unreachable; start it with understudy start`);
    process.exitCode = exitCodes.unreachable;
  }
}
