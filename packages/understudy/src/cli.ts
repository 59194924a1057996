import { exitCodes } from '@understudy/conformance';
import { Command, CommanderError } from 'commander';
import { coverageCommand } from './commands/coverage.js';
import { envCommand } from './commands/env.js';
import { lintCommand } from './commands/lint.js';
import { listCommand } from './commands/list.js';
import { runCommand } from './commands/run.js';
import { snapshotCommand } from './commands/snapshot.js';
import { startCommand } from './commands/start.js';
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
  .addHelpText(
    'after',
    '\nExit codes: 0 clean, 1 findings, 2 wrong use, 3 target unreachable, 4 cleanup incomplete.\n\nExample:\n  understudy start inventory --port 4010\n  understudy run --target http://127.0.0.1:4010',
  );
for (const command of program.commands.flatMap((parent) => [parent, ...parent.commands])) {
  command.exitOverride().showHelpAfterError(`(understudy ${command.name()} --help tells more)`);
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
  } else {
    const findings = error instanceof Error && error.name === 'ContractError' ? error.message : undefined;
    console.error(findings === undefined ? error : `error: ${findings}`);
    process.exitCode = exitCodes.wrongUse;
  }
}
