import type { ApiDefinition, SeedData } from '@understudy/kernel';
import { isSnapshotFile } from '@understudy/server';
import { apiSources } from '../apis/load-api.js';
import type { RunningSimulators } from '../start-simulators.js';
import { understudyVersion } from '../version.js';
import { defaultStartFlags, type ResolvedStartFlags } from './start-settings.js';

type ShownFlags = Pick<ResolvedStartFlags, 'clock' | 'at' | 'progression' | 'seed'>;

/** Formats the startup message of `understudy start`: addresses, credentials, initial state and an example. */
export function formatStartupMessage(
  { url, description }: Pick<RunningSimulators, 'url' | 'description'>,
  chosen: readonly ApiDefinition[],
  seed: string | SeedData,
  { tlsFile, ...flags }: ShownFlags & { readonly tlsFile?: string | undefined },
): string {
  const { clientId, clientSecret } = description.credentials.analysis;
  const width = Math.max(12, ...chosen.map(({ name }) => name.length + 2));
  const apis = chosen.map(
    ({ name, prefix = '', tokens, tryHeaders, demoSignIn }) =>
      `  ${name.padEnd(width)}${url}${prefix}  ${tryHeaders === undefined ? howToGetIn(demoSignIn === undefined ? tokens : { path: demoSignIn.path }) : 'any credentials'}`,
  );
  const accounts = chosen.flatMap(({ tokens }) => {
    const [[first, id] = [], [, key] = []] = Object.entries(tokens?.account ?? {});
    const path = tokens?.path ?? '';
    return first === undefined
      ? []
      : [`  ${''.padEnd(width)}${url}${path}  ${first.replace(/Id$/, '')} ${id} / ${key}`];
  });
  const users = chosen.flatMap(({ prefix = '', demoSignIn }) =>
    demoSignIn === undefined
      ? []
      : [
          `  ${'sign in'.padEnd(width)}${url}${prefix}${demoSignIn.path}  ${demoSignIn.user}, password ${demoSignIn.password}`,
        ],
  );
  const pages = chosen.flatMap(({ signInPaths = {} }) =>
    Object.keys(signInPaths).filter((path) => signInPaths[path] === '/oidc/authorize'),
  );
  return [
    `Understudy ${understudyVersion} is ready at ${url}`,
    ...(description.listening === undefined ? [] : [`Listening at ${description.listening}`]),
    '',
    ...apis,
    `  ${'tokens'.padEnd(width)}${url}/connect/token  client ${clientId} / ${clientSecret}`,
    ...accounts,
    ...users,
    ...pages.map((path) => `  ${'login'.padEnd(width)}${url}${path}  any client; users ada, grace, linus`),
    `  ${'console'.padEnd(width)}${url}/  in a browser`,
    `  ${'described'.padEnd(width)}${description.control}/apis`,
    `  ${'control'.padEnd(width)}${description.control}`,
    ...(description.controlToken === undefined ? [] : [`  ${'its token'.padEnd(width)}${description.controlToken}`]),
    '',
    standing(flags, seed, chosen),
    ...chosen.flatMap(rulesOf),
    ...(tlsFile === undefined ? [] : [`Trust its certificate: NODE_EXTRA_CA_CERTS=${tlsFile}`]),
    `Try: ${curlOf(url, chosen[0], tlsFile)}`,
    'Press Ctrl-C to stop.',
  ].join('\n');
}

/** Formats the number of simulated rules, if the description states any. */
function rulesOf({ name, describedRules }: ApiDefinition, _index: number, all: readonly unknown[]): string[] {
  const { simulated = 0, unread = 0 } = describedRules ?? {};
  if (simulated + unread === 0) return [];
  const whose = all.length === 1 ? 'the description' : name;
  const others = unread === 0 ? 'all of them' : `${unread} are not (explain --unread)`;
  return [`${simulated} rules of ${whose} are simulated, ${others}`];
}

/** Formats a curl command. Every part that comes from a description is quoted for the shell. */
function curlOf(url: string, api: ApiDefinition | undefined, tlsFile: string | undefined): string {
  const quoted = (text: string) => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const headers = (api?.tryHeaders ?? []).flatMap((header) => ['-H', quoted(header)]);
  const trusted = tlsFile === undefined ? [] : ['--cacert', quoted(tlsFile)];
  return ['curl', ...trusted, ...headers, quoted(`${url}${api?.tryPath ?? '/_sim'}`)].join(' ');
}

function howToGetIn(tokens: ApiDefinition['tokens']): string {
  if (tokens === undefined) return 'no tokens';
  return tokens.scope === undefined ? 'own tokens' : `scope ${tokens.scope}`;
}

function standing(flags: ShownFlags, seed: string | SeedData, chosen: readonly ApiDefinition[]): string {
  if (isSnapshotFile(seed)) {
    const asked = [flags.clock ?? flags.at, flags.progression].filter((one) => one !== undefined);
    return `Restored from snapshot ${flags.seed}${asked.length === 0 ? '' : `, except ${asked.join(', ')}`}.`;
  }
  const { clock, progression } = { ...defaultStartFlags, ...flags };
  const isDescribed = chosen.every((api) => apiSources.has(api));
  const demoData = isDescribed ? 'every collection has generated records' : 'tenant "demo" has data';
  return `Clock ${clock}, progression ${progression}, seed ${flags.seed}${flags.seed === 'demo' ? `: ${demoData}` : ''}.`;
}
