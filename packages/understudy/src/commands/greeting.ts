import { type Api, isSnapshotFile, type SeedData } from '@understudy/kernel';
import type { RunningSimulators } from '../start-simulators.js';
import { version } from '../version.js';
import { type Settled, usual } from './start-flags.js';

/** What `understudy start` prints when it is ready: addresses, credentials, how the default sandbox stands, what to try. */
export function greeting(
  { url, description }: Pick<RunningSimulators, 'url' | 'description'>,
  chosen: readonly Api[],
  seed: string | SeedData,
  flags: Settled,
): string {
  const { clientId, clientSecret } = description.credentials.analysis;
  const apis = chosen.map(
    ({ name, prefix = '', tokens }) => `  ${name.padEnd(12)}${url}${prefix}  ${howToGetIn(tokens)}`,
  );
  const accounts = chosen.flatMap(({ tokens }) => {
    const [[first, id] = [], [, key] = []] = Object.entries(tokens?.account ?? {});
    const path = tokens?.path ?? '';
    return first === undefined ? [] : [`  ${''.padEnd(12)}${url}${path}  ${first.replace(/Id$/, '')} ${id} / ${key}`];
  });
  return [
    `Understudy ${version} is ready at ${url}`,
    ...(description.listening === undefined ? [] : [`It listens at ${description.listening}`]),
    '',
    ...apis,
    `  ${'tokens'.padEnd(12)}${url}/connect/token  client ${clientId} / ${clientSecret}`,
    ...accounts,
    `  ${'console'.padEnd(12)}${url}/  in a browser`,
    `  ${'described'.padEnd(12)}${description.control}/apis`,
    `  ${'control'.padEnd(12)}${description.control}`,
    ...(description.controlToken === undefined ? [] : [`  ${'its token'.padEnd(12)}${description.controlToken}`]),
    '',
    standing(flags, seed),
    `Try: curl ${url}${chosen[0]?.tryPath ?? '/_sim'}`,
    'Press Ctrl-C to stop.',
  ].join('\n');
}

function howToGetIn(tokens: Api['tokens']): string {
  if (tokens === undefined) return 'no tokens';
  return tokens.scope === undefined ? 'tokens of its own' : `scope ${tokens.scope}`;
}

/** What the default sandbox begins with. */
function standing(flags: Settled, seed: string | SeedData): string {
  if (isSnapshotFile(seed)) {
    const asked = [flags.clock ?? flags.at, flags.progression].filter((one) => one !== undefined);
    return `Everything as in snapshot ${flags.seed}${asked.length === 0 ? '' : `, but for ${asked.join(', ')}`}.`;
  }
  const { clock, progression } = { ...usual, ...flags };
  return `Clock ${clock}, progression ${progression}, seed ${flags.seed}${flags.seed === 'demo' ? ': tenant "demo" has data' : ''}.`;
}
