// npm run trials: what a server must bear, longer than a test may take. Load goes to loopback only. Exit codes: 0 shown,
// 1 missed, 2 wrong use.
import { CommandLine } from '../command-line.ts';
import { gate } from '../gate.ts';

const usage = `Usage: npm run trials -- <trial> [options]

  uploads       200 uploads of 1 MB at once while trainings run
  soak          mixed load with faults
  kill          kill -9 in the middle of load, and the next start; with --data twenty times, and nothing may be lost
  fair          one user's endless rosters and trainings, and another's forecast; also with workers on a database
  chaos         three servers on one database; one part after another is killed, stopped or started again under load
  scaling       what one, two and three servers do, and thousands of sandboxes asleep: the figures of docs/scaling.md
  attack        requests that are meant to make it stand still, fall over or give away what is not theirs
  schemathesis  an independent fuzzer against every API; it is installed when it is not there
  zoo           official clients, unmodified, against APIs simulated from their public descriptions; installs them

  --minutes <n>              soak: how long (default 10); chaos: likewise (default 3)
  --sandboxes <n>            chaos: each with a client of its own (default 200)
  --rate <n>                 soak: requests a second (default 500)
  --only <word>              attack: only those with the word in their name; schemathesis: only this API; zoo: only
                             this client (repeatable)
  --on <server>              zoo: understudy (default), prism, or stub, which answers {} to everything
  --overlays                 zoo: with the overlays of fixtures/overlays
  --asleep <n>               scaling: sandboxes asleep, beside 500 awake (default 10000)
  --seconds <n>              scaling: each of its ten measurements (default 8)
  --data                     kill: of a server that keeps its state in a folder
  --rounds <n>               kill --data: how many kills (default 20)
  --seed <n>                 schemathesis, kill --data, chaos: repeats a run (default 1)
  --quick                    attack: those of npm test
  --profile <folder>         uploads, soak: CPU profiles of the server
  --heap-snapshots <folder>  soak
  -h, --help                 this page`;

/** What the trials are told; each takes what it knows. */
interface Options {
  readonly quick: boolean;
  readonly only: readonly string[];
  readonly minutes: number;
  readonly sandboxes: number;
  readonly asleep: number;
  readonly seconds: number;
  readonly rate: number;
  readonly seed: string;
  readonly data: boolean;
  readonly on: string;
  readonly overlays: boolean;
  readonly rounds: number;
  readonly profile: string | undefined;
  readonly heapSnapshots: string | undefined;
}

const trials: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  uploads: async (options) => (await import('./uploads.ts')).uploadsTrial(options),
  soak: async (options) => (await import('./soak.ts')).soakTrial(options),
  kill: async (options) =>
    options.data ? (await import('./kill-data.ts')).killDataTrial(options) : (await import('./kill.ts')).killTrial(),
  fair: async () => (await import('./fair.ts')).fairTrial(),
  chaos: async (options) => (await import('./chaos.ts')).chaosTrial(options),
  scaling: async (options) =>
    (await import('./scaling.ts')).scalingTrial({ seconds: options.seconds, asleep: options.asleep, awake: 500 }),
  attack: async (options) => (await import('./attack/attack-trial.ts')).attackTrial(options),
  schemathesis: async (options) => (await import('./schemathesis/schemathesis-trial.ts')).schemathesisTrial(options),
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
    rate: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    data: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', multiple: true, default: [] },
    on: { type: 'string', default: 'understudy' },
    overlays: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
    'heap-snapshots': { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [name = '', ...words] = positionals;
const trial = Object.hasOwn(trials, name) ? trials[name] : undefined;
const minutes = Number(values.minutes ?? (name === 'chaos' ? '3' : '10'));
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const only = [...values.only, ...words];
if (trial === undefined) line.refuse(name === '' ? 'Name a trial.' : `There is no trial ${name}.`);
if (only.length > 0 && !['attack', 'schemathesis', 'zoo'].includes(name)) {
  line.refuse(`--only is for attack, schemathesis and zoo; ${name} has no parts.`);
}
if (values.data && name !== 'kill') line.refuse(`--data is for kill; ${name} knows no folder of data.`);
const rounds = line.wholeNumber('rounds', values.rounds, 1);
const sandboxes = line.wholeNumber('sandboxes', values.sandboxes, 1);
const asleep = line.wholeNumber('asleep', values.asleep, 1);
if (!(seconds > 0)) line.refuse(`--seconds ${values.seconds} is not a positive number.`);
if (!(minutes > 0)) line.refuse(`--minutes ${values.minutes} is not a positive number.`);
if (!(rate > 0)) line.refuse(`--rate ${values.rate} is not a positive number.`);

const limits: Readonly<Record<string, number>> = {
  soak: minutes * 60 + 180,
  attack: 600,
  schemathesis: 3600,
  zoo: 1800,
  // And a minute with the planted fault, preparations and verdicts.
  chaos: minutes * 60 + 600,
  scaling: 900,
  kill: values.data ? 900 : 300,
  fair: 600,
};
const { quick, seed, data, on, overlays, profile, 'heap-snapshots': heapSnapshots } = values;
await gate(`trial ${name}`, limits[name] ?? 300, () =>
  trial({
    quick,
    seed,
    data,
    on,
    overlays,
    rounds,
    only,
    minutes,
    sandboxes,
    asleep,
    seconds,
    rate,
    profile,
    heapSnapshots,
  }),
);
