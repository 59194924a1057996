// npm run trials: loads and attacks that take longer than a test may. All load stays on loopback. Exit codes: 0
// passed, 1 failed, 2 usage error.
import { CommandLine } from '../command-line.ts';
import { runGate } from '../gate.ts';

const usage = `Usage: npm run trials -- <trial> [options]

  uploads       200 uploads of 1 MB at a time while trainings run
  kill          kill -9 a server with a data folder under load, again and again; nothing is lost
  fair          one user's endless rosters and trainings, and another user's forecast; also with workers
  chaos         kill, stop and restart servers, workers and their database under load; nothing is lost
  upgrade       end and start each server under load, as in a rolling upgrade; no request fails, nothing is lost
  scaling       measure one, two and three servers and thousands of sandboxes: the figures of docs/scaling.md
  soak          one server at half load for half an hour; its memory does not grow
  attack        requests that try to stop the server, exhaust it or read foreign data
  schemathesis  an independent fuzzer against every API; installs it if needed
  zoo           official clients, unmodified, against APIs simulated from public descriptions; installs them
  corpus        one public description of each provider: it starts, and is served as written; downloads them
  measures      the open measures of described APIs: none falls below its best figure; with --bench
  mirror        learn our own simulators and public APIs from recordings, and compare with a second recording
  console-tasks tasks of a developer at the console, with clicks and seconds; five by keyboard alone
  agent         ten tasks over the Model Context Protocol, with the descriptions and errors of its tools
  newcomer      what a new user does with the packed package and the guides, with seconds and commands; needs npm
  imports       public collections and mappings of each import format: carried over or refused by name; downloads them

  --minutes <n>      kill, chaos, upgrade, soak: duration (default 1, chaos 3, soak 30)
  --sandboxes <n>    chaos, upgrade: sandboxes, each with a client (default 200)
  --only <word>      attack, console-tasks, corpus, newcomer: names that contain the word; schemathesis, mirror: this API; zoo: this client
                     (repeatable)
  --on <server>      zoo: understudy (default), prism, or stub, which responds {} to every request
  --overlays         zoo: with the overlays of fixtures/overlays
  --shard <n>        corpus: this shard of about ten minutes, or all, in a night (default 1, the everyday shard)
  --bench <folder>   measures: the folder of those that are not in the repository (default: the environment variable
                     UNDERSTUDY_BENCH; without it, they are skipped)
  --port <n>         measures: the first of four ports (default 5140)
  --rules            corpus: count what each rule of inference states, and try the descriptions without it
  --asleep <n>       scaling: inactive sandboxes in addition to 500 active ones (default 10000)
  --seconds <n>      scaling: duration of each measurement (default 8)
  --seed <n>         schemathesis, kill, chaos: repeat a run (default 1)
  --quick            attack: only those of npm test
  --profile <folder> uploads: write CPU profiles of the server
  -h, --help         show this help`;

interface Options {
  readonly quick: boolean;
  readonly only: readonly string[];
  readonly minutes: number;
  readonly sandboxes: number;
  readonly asleep: number;
  readonly seconds: number;
  readonly seed: string;
  readonly on: string;
  readonly overlays: boolean;
  readonly shard: string;
  readonly rules: boolean;
  readonly bench: string | undefined;
  readonly port: number;
  readonly profile: string | undefined;
}

const trials: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  uploads: async (options) => (await import('./uploads.ts')).uploadsTrial(options),
  kill: async (options) => (await import('./chaos.ts')).killTrial(options),
  fair: async () => (await import('./fair.ts')).fairTrial(),
  chaos: async (options) => (await import('./chaos.ts')).chaosTrial(options),
  upgrade: async (options) => (await import('./chaos.ts')).upgradeTrial(options),
  soak: async (options) => (await import('./soak.ts')).soakTrial(options),
  scaling: async (options) => (await import('./scaling.ts')).scalingTrial({ ...options, awake: 500 }),
  attack: async (options) => (await import('./attack/attack-trial.ts')).attackTrial(options),
  schemathesis: async (options) => (await import('./schemathesis/schemathesis-trial.ts')).schemathesisTrial(options),
  mirror: async (options) => (await import('./mirror/mirror-trial.ts')).mirrorTrial(options),
  'console-tasks': async (options) => (await import('./console/console-tasks-trial.ts')).consoleTasksTrial(options),
  agent: async () => (await import('./agent.ts')).agentTrial(),
  newcomer: async (options) => (await import('./newcomer.ts')).newcomerTrial(options),
  imports: async () => (await import('./imports/imports-trial.ts')).importsTrial(),
  measures: async (options) => (await import('./measures/measures-trial.ts')).measuresTrial(options),
  corpus: async (options) => (await import('./corpus/corpus-trial.ts')).corpusTrial(options),
  zoo: async (options) => (await import('./zoo/zoo-trial.ts')).zooTrial(options),
};

const line: CommandLine = new CommandLine(usage);
const { values, positionals } = line.read({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    sandboxes: { type: 'string', default: '200' },
    asleep: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    on: { type: 'string', default: 'understudy' },
    overlays: { type: 'boolean', default: false },
    shard: { type: 'string', default: '1' },
    rules: { type: 'boolean', default: false },
    bench: { type: 'string', default: process.env['UNDERSTUDY_BENCH'] },
    port: { type: 'string', default: '5140' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [name = '', ...words] = positionals;
const trial = Object.hasOwn(trials, name) ? trials[name] : undefined;
const minutes = Number(values.minutes ?? { chaos: 3, soak: 30 }[name] ?? 1);
const seconds = Number(values.seconds);
const only = [...values.only, ...words];
if (trial === undefined) line.refuse(name === '' ? 'Name a trial.' : `There is no trial ${name}.`);
if (
  only.length > 0 &&
  !['attack', 'console-tasks', 'corpus', 'measures', 'newcomer', 'schemathesis', 'zoo', 'mirror'].includes(name)
) {
  line.refuse(
    `--only is for attack, console-tasks, corpus, measures, newcomer, schemathesis, zoo and mirror; ${name} has no parts.`,
  );
}
const sandboxes = line.wholeNumber('sandboxes', values.sandboxes, 1);
const port = line.wholeNumber('port', values.port, 1);
const asleep = line.wholeNumber('asleep', values.asleep, 1);
if (!(seconds > 0)) line.refuse(`--seconds ${values.seconds} is not a positive number.`);
if (!(minutes > 0)) line.refuse(`--minutes ${values.minutes} is not a positive number.`);

/** Seconds. Kill and chaos need time for preparation, results and their injected fault. */
const limits: Readonly<Record<string, number>> = {
  attack: 600,
  schemathesis: 3600,
  zoo: 1800,
  chaos: minutes * 60 + 600,
  scaling: 900 + asleep / 20,
  mirror: 1800,
  measures: 7200,
  corpus: values.shard === 'all' ? 36_000 : 1800,
  imports: 900,
  'console-tasks': 600,
  newcomer: 900,
  kill: minutes * 60 + 600,
  upgrade: minutes * 60 + 600,
  soak: minutes * 60 + 120,
  fair: 600,
};
const { quick, seed, on, overlays, profile, shard, rules, bench } = values;
await runGate(`trial ${name}`, limits[name] ?? 300, () =>
  trial({ quick, seed, on, overlays, shard, rules, bench, port, only, minutes, sandboxes, asleep, seconds, profile }),
);
