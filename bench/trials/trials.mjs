// npm run trials -- uploads|soak|kill|attack|schemathesis: what a server must bear, longer than a test may take. Load goes to loopback
// only. Options: --quick (attack: those of npm test), words (attack: only those with one of them in their name;
// schemathesis: only these APIs), --seed <n> (schemathesis, default 1),
// --minutes <n> (soak, default 10), --rate <n> (soak, default 500 a second), --profile <folder> (uploads, soak:
// CPU profiles), --heap-snapshots <folder> (soak). Exit codes: 0 shown, 1 missed, 2 wrong use.
import { parseArgs } from 'node:util';
import { gate } from '../../scripts/gates/gate.mjs';

const trials = {
  uploads: async (options) => (await import('./uploads.mjs')).uploadsTrial(options),
  soak: async (options) => (await import('./soak.mjs')).soakTrial(options),
  kill: async () => (await import('./kill.mjs')).killTrial(),
  attack: async (options) => (await import('./attack/attack-trial.ts')).attackTrial(options),
  schemathesis: async (options) => (await import('./schemathesis/schemathesis-trial.ts')).schemathesisTrial(options),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
    'heap-snapshots': { type: 'string' },
  },
});
const [name, ...only] = positionals;
const minutes = Number(values.minutes);
const rate = Number(values.rate);
if (
  (only.length > 0 && name !== 'attack' && name !== 'schemathesis') ||
  !Object.hasOwn(trials, name ?? '') ||
  !(minutes > 0) ||
  !(rate > 0)
) {
  console.error(
    'Usage: npm run trials -- uploads|soak|kill|attack|schemathesis [--minutes 10] [--rate 500] [--profile <folder>] [--quick] [--seed 1] [words]',
  );
  process.exit(2);
}
const limits = { soak: minutes * 60 + 180, schemathesis: 3600 };
const { quick, seed, profile, 'heap-snapshots': heapSnapshots } = values;
await gate(`trial ${name}`, limits[name] ?? 300, () =>
  trials[name]({ quick, seed, only, minutes, rate, profile, heapSnapshots }),
);
