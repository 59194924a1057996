import type { ApiDefinition } from '@understudy/kernel';
import { Command } from 'commander';
import { chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { describeServer } from '../describe-server.js';
import { readConfiguration } from './read-configured-settings.js';

export function createEnvCommand(): Command {
  return new Command('env')
    .description('Print the addresses and credentials of a server as dotenv lines')
    .argument('[api...]', 'APIs that the server runs (default: all)')
    .action(async (apis: string[], { target, config }: { target: string; config: string }, command: Command) => {
      const { chosen } = await chooseApis(apis, await loadConfiguredApis(config));
      const isGiven = command.getOptionValueSource('target') === 'cli';
      const url = (isGiven ? undefined : (await readConfiguration(config)).publicUrl) ?? target;
      console.log(dotenvLines(url, chosen).join('\n'));
    });
}

function dotenvLines(url: string, chosen: readonly ApiDefinition[]): string[] {
  const { control, apis, credentials } = describeServer(url, chosen);
  const perApi = Object.entries(apis).flatMap(([api, addresses]) => {
    const scope = credentials.analysis.scopes[api];
    return linesOf(api, { ...addresses, ...(scope === undefined ? {} : { scope }) });
  });
  const accounts = Object.entries(credentials).flatMap(([account, values]) => linesOf(account, values));
  return [`UNDERSTUDY_URL=${url}`, `UNDERSTUDY_CONTROL=${control}`, ...perApi, ...accounts];
}

/** Formats each string value as a line. `companyId` of `notes` becomes `UNDERSTUDY_NOTES_COMPANY_ID`. */
function linesOf(of: string, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [`UNDERSTUDY_${inCapitals(of)}_${inCapitals(name)}=${value}`] : [],
  );
}

function inCapitals(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|-/g, '_').toUpperCase();
}
