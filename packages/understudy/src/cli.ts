import { runCommandLine } from './commands/run-command-line.js';

// A reader that has seen enough (`| head`) ends us like any other program, without a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await runCommandLine(process.argv.slice(2));
