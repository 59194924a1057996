import { runCommandLine } from './commands/run-command-line.js';

// A reader that has seen enough (`| head`) ends us like any other program, and so does a full disk, without a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`error: the output could not be written (${error.code ?? error.message})\n`);
  process.exit(2);
});
// The reader of the output is gone.
process.stderr.on('error', () => process.exit(2));

await runCommandLine(process.argv.slice(2));
