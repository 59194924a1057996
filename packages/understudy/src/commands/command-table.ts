import type { Command, Option } from 'commander';
import { createTargetOption } from './server-options.js';

/** Loads a command. Each module is loaded on demand, so that a server starts without the conformance suite. */
type LoadCommand = (all: () => Promise<Command>) => Promise<Command>;

/** A word of the command line: a command, a group of subcommands, or both. */
export interface CommandWord {
  /** Heading in `--help`. */
  readonly group: string;
  /** Help text for a word that is not a command itself. */
  readonly summary?: string;
  readonly load?: LoadCommand;
  /** Options that all subcommands share. */
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
    below: { list: async () => (await import('./explain.js')).createListCommand() },
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
      types: async () => (await import('./generate.js')).createTypesCommand(),
      client: async () => (await import('./generate.js')).createClientCommand(),
      package: async () => (await import('./new.js')).createPackageCommand(),
      schema: async () => (await import('./generate.js')).createSchemaCommand(),
      completion: async (all) => (await import('./completion.js')).createCompletionCommand(all),
    },
  },
  convert: {
    group: describing,
    summary: 'Import requests and stubs from other tools, or export requests to them',
    below: {
      import: async () => (await import('./import.js')).createImportCommand(),
      export: async () => (await import('./import.js')).createExportCommand(),
    },
  },
  init: { group: working, load: async () => (await import('./init.js')).createInitCommand() },
  doctor: {
    group: working,
    load: async () => (await import('./doctor.js')).createDoctorCommand(),
    below: { config: async () => (await import('./doctor.js')).createConfigCommand() },
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
      env: async () => (await import('./state.js')).createEnvCommand(),
    },
  },
};

/** Example arguments by command. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  start: [
    'start ./openapi.yaml --seed demo:5 --watch',
    'start inventory --port 4020 --clock manual',
    'start recording:spring --port 4020',
  ],
  'state env': ['state env inventory >> .env'],
  explain: ['explain ./openapi.yaml'],
  'test run': [
    'test run --api identity',
    'test run --target http://127.0.0.1:4010',
    'test run --target stage --report html=report.html',
    'test run --target stage --allow-effects create --dry-run',
  ],
  'test coverage': ['test coverage --json'],
  'test baseline': ['test baseline run.json', 'test baseline run.json --owner ada --expires 2027-01-31'],
  'doctor config': ['doctor config'],
  generate: ['generate types ./openapi.yaml --out src/api.ts', 'generate package ./openapi.yaml'],
  'generate types': ['generate types ./petstore.yaml --out src/generated/types.ts'],
  'generate client': ['generate client ./petstore.yaml --out src/generated/petstore.ts'],
  'generate package': [
    'generate package ./petstore.yaml',
    'generate package ./petstore.yaml --operations addPet,deletePet --folder ./acme-pets',
  ],
  'generate schema': ['generate schema config', 'generate schema --out schemas'],
  'generate completion': [
    'generate completion bash >> ~/.bashrc',
    'generate completion fish > ~/.config/fish/completions/understudy.fish',
  ],
  convert: ['convert import ./mappings --folder ./imported', 'convert export postman traffic.har'],
  'explain list': ['explain list claims --api inventory', 'explain list operations --json'],
  'check lint': ['check lint ./openapi.yaml ./scenarios'],
  state: ['state save before.json', 'state diff', 'state reset'],
  'state ls': ['state ls'],
  'state save': ['state save state.json --target http://127.0.0.1:4010/~copy'],
  'state load': ['state load state.json --target http://127.0.0.1:4010/~copy'],
  'state rm': ['state rm ada'],
  'state diff': ['state diff --from-snapshot before'],
  'state undo': ['state undo'],
  'state reset': ['state reset --target http://127.0.0.1:4010/~copy'],
  'state seed': ['state seed petstore ./pets.seed.yaml'],
  'state backup': ['state backup ./backup'],
  'state restore': ['state restore ./backup'],
  'state check': ['state check --data ./state'],
  'state trigger': [`state trigger petstore petCreated --with '{"name": "Rex"}'`],
  init: ['init', 'init --api ./openapi.yaml --tests vitest --ci github'],
  doctor: ['doctor', 'doctor --port 4020 --data ./state'],
};

/** Commands of other tools, and the equivalent Understudy arguments. */
export const otherNames: Readonly<Record<string, string>> = {
  mock: 'start <description>',
  stub: 'start <description>',
  dev: 'start <description> --watch',
  validate: 'check lint <description>',
  verify: 'test run --target <url>',
  record: 'proxy --target <url> --record <file>',
};

/** Removed options and words by command, with the replacement to suggest. */
export const goneOptions: Readonly<Record<string, string>> = {
  'start --login': 'Use --set identity.login=auto',
  'start --locale': 'Use --set <api>.locale=fi,de',
  'test plan': 'Use: understudy test run --dry-run',
  'test run --watch': 'Run the file again when it has changed',
  'test baseline --update': 'Leave it out: --owner and --expires accept the causes of the report',
  'test baseline --api': 'Choose at the run: understudy test run --api <api> --report json=<file>',
  'test baseline --tag': 'Choose at the run: understudy test run --tag <tag> --report json=<file>',
  'test baseline --claim': 'Choose at the run: understudy test run --claim <id> --report json=<file>',
  'test coverage --markdown': 'The table is printed',
  'fuzz mutate --jobs': 'It has a thread for each processor, at most four',
  'fuzz mutate --random-seed': 'A sample of a size is always the same one',
  'learn --from-report': 'Leave it out: understudy learn <report>',
  'convert export --out': 'It prints the file: ... > <file>',
  'convert export --force': 'It prints the file: ... > <file>',
  'state diff --limit': 'It lists 500 records at most; GET /_sim/changes has a limit',
  'state env --port': 'Use --target http://127.0.0.1:<port>',
  'state env --host': 'Use --target <url>',
  'state env --public-url': 'Use --target <url>',
};
