import { Command, CommanderError } from 'commander';
import { restore } from './locate-asset.js';
import { version } from './version.js';
import { WrongUse } from './wrong-use.js';

/** Each command is loaded when it is named, so that a server starts without waiting for the conformance suite. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.js')).startCommand(),
  env: async () => (await import('./commands/env.js')).envCommand(),
  run: async () => (await import('./commands/run.js')).runCommand(),
  plan: async () => (await import('./commands/plan.js')).planCommand(),
  config: async () => (await import('./commands/config.js')).configCommand(),
  coverage: async () => (await import('./commands/coverage.js')).coverageCommand(),
  list: async () => (await import('./commands/list.js')).listCommand(),
  lint: async () => (await import('./commands/lint.js')).lintCommand(),
  compare: async () => (await import('./commands/compare.js')).compareCommand(),
  baseline: async () => (await import('./commands/baseline.js')).baselineCommand(),
  drift: async () => (await import('./commands/drift.js')).driftCommand(),
  mutate: async () => (await import('./commands/mutate.js')).mutateCommand(),
  snapshot: async () => (await import('./commands/snapshot.js')).snapshotCommand(),
  inspect: async () => (await import('./commands/inspect.js')).inspectCommand(),
};
const asked = process.argv[2] ?? '';
const loading = Object.hasOwn(commands, asked) ? [commands[asked]] : Object.values(commands);

// A reader that has seen enough (`| head`) ends us like any other program, without a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const program = new Command('understudy')
  .description('Fake back end, CI double and conformance suite for five business APIs')
  .version(version)
  .showHelpAfterError('(understudy --help, or understudy <command> --help, tells more)')
  .exitOverride()
  .addHelpText(
    'after',
    '\nExit codes: 0 clean, 1 findings, 2 wrong use, 3 target unreachable, 4 cleanup incomplete;\nrun that is interrupted: 128 and the number of the signal, so 130 for Ctrl-C.\n\nExample:\n  understudy start inventory --port 4010\n  understudy run --target http://127.0.0.1:4010',
  );
for (const load of loading) {
  if (load !== undefined) program.addCommand(await load());
}
for (const command of program.commands.flatMap((parent) => [parent, ...parent.commands])) {
  const path = command.parent === program ? command.name() : `${command.parent?.name()} ${command.name()}`;
  command.exitOverride().showHelpAfterError(`(understudy ${path} --help tells more)`);
}

try {
  await program.parseAsync();
} catch (error) {
  const { exitCodes } = await import('@understudy/conformance');
  if (error instanceof CommanderError) {
    // Help and version end like a success; everything else was said by commander already.
    process.exitCode = error.exitCode === 0 ? exitCodes.clean : exitCodes.wrongUse;
  } else if (error instanceof WrongUse || error instanceof RangeError) {
    console.error(`error: ${error.message}`);
    process.exitCode = exitCodes.wrongUse;
  } else if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error) {
    // The packages read files of their own; what a user names is looked for, and told of, by the command.
    console.error(`error: ${error.path} is missing; ${restore}`);
    process.exitCode = exitCodes.wrongUse;
  } else {
    const findings = error instanceof Error && error.name === 'ContractError' ? error.message : undefined;
    console.error(findings === undefined ? error : `error: ${findings}`);
    process.exitCode = exitCodes.wrongUse;
  }
}
