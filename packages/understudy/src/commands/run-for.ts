import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Environment variables with the server's base URL. */
const baseUrlVariables = ['UNDERSTUDY_URL', 'TEST_API_BASE_URL'] as const;

/**
 * Runs a user's command, such as a test suite, in a shell with the server's base URL in its environment.
 *
 * @param stopped when this resolves, the command receives a termination signal
 * @returns the exit code of the command; 1 if a signal ended it
 */
export async function runFor(command: string, url: string, stopped: Promise<void>): Promise<number> {
  const variables = Object.fromEntries(baseUrlVariables.map((name) => [name, url]));
  // A separate process group, so that a signal also reaches the processes that the shell starts.
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...variables },
  });
  void stopped.then(() => endGroup(child.pid));
  const [code]: (number | null)[] = await once(child, 'close');
  return code ?? 1;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}
