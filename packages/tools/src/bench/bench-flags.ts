import { resolve } from 'node:path';
import { CommandLine } from '../command-line.ts';

const usage = `Usage: npm run bench -- [options]

  --only <part>         processor, data, crowd, throughput, start, in-process, tokens, proxy or suite (repeatable); writes no RESULTS.md
  --save                write what --only has measured to RESULTS.md, in the place of the same rows
  --quick               shorter rounds, and fewer
  --check               end with 1 when a bar is missed
  --profile <folder>    a CPU profile of our server under load (slower: writes no RESULTS.md)
  -h, --help            this page`;

export function readFlags(parts: readonly string[]) {
  const line: CommandLine = new CommandLine(usage);
  const { values } = line.read({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      save: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const unknown = values.only.find((name) => !parts.includes(name));
  if (unknown !== undefined) line.refuse(`There is no part ${unknown}.`);
  if (values.save && (values.quick || values.profile !== undefined)) {
    line.refuse('--save is for whole measurements, without --quick and --profile.');
  }
  return { ...values, profile: values.profile === undefined ? undefined : resolve(values.profile) };
}
