// The merged results of four shards equal the results of one run, except times and responses that depend on them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { GateFailed, mustRunCli, temporaryFolder } from '../gate.ts';
import { membersOf } from '../members-of.ts';
import { prove } from '../testing/prove.ts';

/** Members that depend on this moment or this machine. */
const passing = ['startedAt', 'durationMilliseconds', 'exchange'];
/** Its response lists every current sandbox. */
const ofTheMoment = 'listSandboxes';

prove('merges the results of four shards into the results of one run', { seconds: 1500 }, async () => {
  const folder = temporaryFolder('understudy-shards');
  const file = (name: string): string => join(folder, name);
  await mustRunCli('test', 'run', '--report', `json=${file('whole.json')}`);
  for (const index of [1, 2, 3, 4]) {
    await mustRunCli('test', 'run', '--shard', `${index}/4`, '--report', `json=${file(`${index}.json`)}`);
  }
  const shards = [4, 2, 3, 1].map((index) => file(`${index}.json`));
  await mustRunCli('test', 'merge', ...shards, '--report', `json=${file('merged.json')}`);
  const [whole, merged] = [lasting(file('whole.json')), lasting(file('merged.json'))];
  for (const part of Object.keys(whole)) {
    if (!isDeepStrictEqual(whole[part], merged[part])) throw new GateFailed(`The merged run differs in "${part}".`);
  }
  const sizes = [1, 2, 3, 4].map((index) => lasting(file(`${index}.json`))['workflows']?.length ?? 0);
  return `${sizes.join(' + ')} workflows say merged what ${whole['workflows']?.length} say in one run`;
});

/** A report without its passed items. */
function lasting(file: string): Record<string, { length?: number } | undefined> {
  return JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) => {
    const isPassing = passing.includes(key) || membersOf(value)['operationId'] === ofTheMoment;
    return isPassing ? undefined : value;
  });
}
