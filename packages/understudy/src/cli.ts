import { exitCodes } from '@understudy/conformance';
import { Command, CommanderError } from 'commander';
import { coverageCommand } from './commands/coverage.js';
import { envCommand } from './commands/env.js';
import { inspectCommand } from './commands/inspect.js';
import { lintCommand } from './commands/lint.js';
import { listCommand } from './commands/list.js';
import { runCommand } from './commands/run.js';
import { snapshotCommand } from './commands/snapshot.js';
import { startCommand } from './commands/start.js';
import { restore } from './locate-asset.js';
import { version } from './version.js';
import { WrongUse } from './wrong-use.js';

const program = new Command('understudy')
  .description('Fake back end, CI double and conformance suite for five business APIs')
  .version(version)
  .showHelpAfterError('(understudy --help, or understudy <command> --help, tells more)')
  .exitOverride()
  .addCommand(startCommand())
  .addCommand(envCommand())
  .addCommand(runCommand())
  .addCommand(coverageCommand())
  .addCommand(listCommand())
  .addCommand(lintCommand())
  .addCommand(snapshotCommand())
  .addCommand(inspectCommand())
  .addHelpText(
    'after',
    '\nExit codes: 0 clean, 1 findings, 2 wrong use, 3 target unreachable, 4 cleanup incomplete;\nrun that is interrupted: 128 and the number of the signal, so 130 for Ctrl-C.\n\nExample:\n  understudy start inventory --port 4010\n  understudy run --target http://127.0.0.1:4010',
  );
for (const command of program.commands.flatMap((parent) => [parent, ...parent.commands])) {
  const path = command.parent === program ? command.name() : `${command.parent?.name()} ${command.name()}`;
  command.exitOverride().showHelpAfterError(`(understudy ${path} --help tells more)`);
}

try {
  await program.parseAsync();
} catch (error) {
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
