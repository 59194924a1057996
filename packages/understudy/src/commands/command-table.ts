import type { Command, Option } from 'commander';
import { createTargetOption } from './server-options.js';

/** Loads a command. Each module is loaded on demand, so that a server starts without the conformance suite. */
type LoadCommand = (all: () => Promise<Command>) => Promise<Command>;

/** A word of the command line: a command, the commands below it, or both. */
export interface CommandWord {
  /** Heading in `--help`. */
  readonly group: string;
  /** For a word that is no command itself. */
  readonly summary?: string;
  readonly load?: LoadCommand;
  /** Options that all commands below it have. */
  readonly options?: () => readonly Option[];
  readonly below?: Readonly<Record<string, LoadCommand>>;
}

const serving = 'Serve an API:';
const testing = 'Test a server:';
const describing = 'Understand and check a description:';
const working = 'Set up and operate:';

/** The words of the command line, in the order of `--help`. */
export const commandWords: Readonly<Record<string, CommandWord>> = {
  start: { group: serving, load: async () => (await import('./start.js')).createStartCommand() },
  proxy: { group: serving, load: async () => (await import('./proxy.js')).createProxyCommand() },
  mcp: { group: serving, load: async () => (await import('./mcp.js')).createMcpCommand() },
  test: {
    group: testing,
    load: async () => (await import('./test.js')).createTestCommand(),
    below: {
      run: async () => (await import('./run.js')).createRunCommand(),
      coverage: async () => (await import('./coverage.js')).createCoverageCommand(),
      merge: async () => (await import('./merge.js')).createMergeCommand(),
      baseline: async () => (await import('./baseline.js')).createBaselineCommand(),
    },
  },
  fuzz: {
    group: testing,
    load: async () => (await import('./fuzz.js')).createFuzzCommand(),
    below: { mutate: async () => (await import('./mutate.js')).createMutateCommand() },
  },
  compare: { group: testing, load: async () => (await import('./compare.js')).createCompareCommand() },
  explain: {
    group: describing,
    load: async () => (await import('./explain.js')).createExplainCommand(),
    below: { list: async () => (await import('./list.js')).createListCommand() },
  },
  check: {
    group: describing,
    load: async () => (await import('./check.js')).createCheckCommand(),
    below: {
      lint: async () => (await import('./lint.js')).createLintCommand(),
      diff: async () => (await import('./diff.js')).createDiffCommand(),
      drift: async () => (await import('./drift.js')).createDriftCommand(),
    },
  },
  learn: {
    group: describing,
    load: async () => (await import('./learn.js')).createLearnCommand(),
    below: {
      'record-scenario': async () => (await import('./record-scenario.js')).createRecordScenarioCommand(),
      suggest: async () => (await import('./suggest.js')).createSuggestCommand(),
      consumer: async () => (await import('./consumer.js')).createConsumerCommand(),
    },
  },
  generate: {
    group: describing,
    summary: 'Generate types, a client or an API package from a description, or schemas and shell completions',
    below: {
      types: async () => (await import('./types.js')).createTypesCommand(),
      client: async () => (await import('./types.js')).createClientCommand(),
      package: async () => (await import('./new.js')).createPackageCommand(),
      schema: async () => (await import('./schema.js')).createSchemaCommand(),
      completion: async (all) => (await import('./completion.js')).createCompletionCommand(all),
    },
  },
  convert: {
    group: describing,
    summary: 'Import requests and stubs from other tools, or export requests to them',
    below: {
      import: async () => (await import('./import.js')).createImportCommand(),
      export: async () => (await import('./export.js')).createExportCommand(),
    },
  },
  init: { group: working, load: async () => (await import('./init.js')).createInitCommand() },
  doctor: {
    group: working,
    load: async () => (await import('./doctor.js')).createDoctorCommand(),
    below: { config: async () => (await import('./config.js')).createConfigCommand() },
  },
  state: {
    group: working,
    summary: 'Save, load, compare and reset the sandboxes of a server',
    options: () => [createTargetOption()],
    below: {
      ls: async () => (await import('./state.js')).stateCommands.ls(),
      save: async () => (await import('./state.js')).stateCommands.save(),
      load: async () => (await import('./state.js')).stateCommands.load(),
      rm: async () => (await import('./state.js')).stateCommands.rm(),
      diff: async () => (await import('./state.js')).stateCommands.diff(),
      undo: async () => (await import('./state.js')).stateCommands.undo(),
      reset: async () => (await import('./state.js')).stateCommands.reset(),
      backup: async () => (await import('./state.js')).stateCommands.backup(),
      restore: async () => (await import('./state.js')).stateCommands.restore(),
      check: async () => (await import('./state.js')).stateCommands.check(),
      seed: async () => (await import('./state.js')).stateCommands.seed(),
      trigger: async () => (await import('./state.js')).stateCommands.trigger(),
      env: async () => (await import('./env.js')).createEnvCommand(),
    },
  },
};
