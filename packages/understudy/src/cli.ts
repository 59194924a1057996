import { constants } from 'node:os';
import { notifyLostOutput } from './commands/lost-output.js';
import { runCommandLine } from './commands/run-command-line.js';

let isLost = false;

// After a closed pipe (`| head`) or a full disk, cleans up remote data and exits without a stack trace.
function lose(error: NodeJS.ErrnoException): void {
  if (isLost) return;
  isLost = true;
  const isFull = error.code !== 'EPIPE' && error.code !== 'EIO';
  // Importing the exit codes would slow down every command.
  const code = isFull ? 2 : 128 + constants.signals.SIGPIPE;
  if (isFull) process.stderr.write(`error: the output could not be written (${error.code ?? error.message})\n`);
  process.once('exit', () => {
    if (process.exitCode !== 4) process.exitCode = code;
  });
  if (!notifyLostOutput()) process.exit();
}
process.stdout.on('error', lose);
process.stderr.on('error', lose);

await runCommandLine(process.argv.slice(2));
