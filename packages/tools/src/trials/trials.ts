// npm run trials: runs measures on public descriptions and collections, which are downloaded. Exit codes: 0 passed, 1
// failed, 2 usage error.
import { CommandLine } from '../command-line.ts';
import { runGate } from '../gate.ts';

const usage = `Usage: npm run trials -- <trial> [options]

  zoo           official clients, unmodified, against APIs simulated from public descriptions; installs them
  corpus        one public description of each provider: it starts, and is served as written; downloads them
  measures      the open measures of described APIs: none falls below its best figure; with --bench
  mirror        learn our own simulators and public APIs from recordings, and compare with a second recording
  imports       public collections and mappings of each import format: carried over or refused by name; downloads them

  --only <word>      corpus: names that contain the word; mirror: this API; zoo: this client (repeatable)
  --on <server>      zoo: understudy (default), prism, or stub, which responds {} to every request
  --overlays         zoo: with the overlays of fixtures/overlays
  --shard <n>        corpus: this shard of about ten minutes, or all, in a night (default 1, the everyday shard)
  --bench <folder>   measures: the folder of those that are not in the repository (default: the environment variable
                     UNDERSTUDY_BENCH; without it, they are skipped)
  --port <n>         measures: the first of four ports (default 5140)
  --rules            corpus: count what each rule of inference states, and try the descriptions without it
  --pin              corpus: compare the answers of each description with those of its pin, byte by byte
  -h, --help         show this help`;

interface Options {
  readonly only: readonly string[];
  readonly on: string;
  readonly overlays: boolean;
  readonly shard: string;
  readonly rules: boolean;
  readonly pin: boolean;
  readonly bench: string | undefined;
  readonly port: number;
}

const trials: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  mirror: async (options) => (await import('./mirror/mirror-trial.ts')).mirrorTrial(options),
  imports: async () => (await import('./imports/imports-trial.ts')).importsTrial(),
  measures: async (options) => (await import('./measures-trial.ts')).measuresTrial(options),
  corpus: async (options) => (await import('./corpus/corpus-trial.ts')).corpusTrial(options),
  zoo: async (options) => (await import('./zoo/zoo-trial.ts')).zooTrial(options),
};

const line: CommandLine = new CommandLine(usage);
const { values, positionals } = line.read({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    on: { type: 'string', default: 'understudy' },
    overlays: { type: 'boolean', default: false },
    shard: { type: 'string', default: '1' },
    rules: { type: 'boolean', default: false },
    pin: { type: 'boolean', default: false },
    bench: { type: 'string', default: process.env['UNDERSTUDY_BENCH'] },
    port: { type: 'string', default: '5140' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [name = '', ...words] = positionals;
const trial = Object.hasOwn(trials, name) ? trials[name] : undefined;
const only = [...values.only, ...words];
if (trial === undefined) line.refuse(name === '' ? 'Name a trial.' : `There is no trial ${name}.`);
if (only.length > 0 && name === 'imports') line.refuse('The trial imports has no parts.');
const port = line.wholeNumber('port', values.port, 1);

/** Time limits in seconds, by trial. */
const limits: Readonly<Record<string, number>> = {
  zoo: 1800,
  mirror: 1800,
  measures: 7200,
  corpus: values.shard === 'all' ? 36_000 : 1800,
  imports: 900,
};
const { on, overlays, shard, rules, pin, bench } = values;
await runGate(`trial ${name}`, limits[name] ?? 300, () =>
  trial({ on, overlays, shard, rules, pin, bench, port, only }),
);
