import { Command } from 'commander';
import { chosenApis } from '../api-registry.js';
import { describeServer } from '../describe-server.js';
import { hostOption, portOption, publicUrlOption } from './server-options.js';

/** `understudy env`: what `start --json` prints, as dotenv lines, for a server at the same options. */
export function envCommand(): Command {
  return new Command('env')
    .description('Print the addresses and credentials of a local server as dotenv lines')
    .argument('[api...]', 'APIs that the server runs; all when none is named')
    .addOption(portOption())
    .addOption(hostOption())
    .addOption(publicUrlOption())
    .action((apis: string[], { port, host, publicUrl }: { port: number; host: string; publicUrl?: string }) => {
      const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
      console.log(dotenvLines(url, chosenApis(apis)).join('\n'));
    });
}

function dotenvLines(url: string, apis: readonly string[]): string[] {
  const { control, apis: addresses, credentials } = describeServer(url, apis);
  const { analysis, einvoicing } = credentials;
  const { clientId, clientSecret, scopes } = analysis;
  const perApi = Object.entries(addresses).flatMap(([api, { baseUrl, authUrl, printUrl }]) => {
    const name = `UNDERSTUDY_${api.toUpperCase()}`;
    const scope = scopes[api];
    return [
      `${name}_BASE_URL=${baseUrl}`,
      `${name}_AUTH_URL=${authUrl}`,
      ...(printUrl === undefined ? [] : [`${name}_PRINT_URL=${printUrl}`]),
      ...(scope === undefined ? [] : [`${name}_SCOPE=${scope}`]),
    ];
  });
  return [
    `UNDERSTUDY_URL=${url}`,
    `UNDERSTUDY_CONTROL=${control}`,
    ...perApi,
    `UNDERSTUDY_ANALYSIS_CLIENT_ID=${clientId}`,
    `UNDERSTUDY_ANALYSIS_CLIENT_SECRET=${clientSecret}`,
    ...(einvoicing === undefined
      ? []
      : [
          `UNDERSTUDY_EINVOICING_COMPANY_ID=${einvoicing.companyId}`,
          `UNDERSTUDY_EINVOICING_USER_API_KEY=${einvoicing.userApiKey}`,
          `UNDERSTUDY_EINVOICING_VENDOR_API_KEY=${einvoicing.vendorApiKey}`,
        ]),
  ];
}
