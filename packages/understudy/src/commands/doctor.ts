import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { exitCodes } from '@understudy/conformance';
import { ContractError, stringifyJson } from '@understudy/contract';
import { Command } from 'commander';
import { type ApiRegistry, builtInApis, chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { checkConfig, describeConfigFinding } from '../config/load-config.js';
import { listSecretVariables } from '../config/open-environment.js';
import { isDatabaseUrl } from '../is-database.js';
import { toTable } from '../to-table.js';
import { toMessage, UsageError } from '../usage-error.js';
import { loadContracts } from '../workspace.js';
import { readConfiguration, readConfiguredTokens } from './read-configured-settings.js';
import { explainListenError } from './server-options.js';
import { createSettingOption } from './start-settings.js';

interface DoctorFlags {
  readonly port: number;
  readonly host: string;
  readonly config: string;
  readonly data?: string;
}

/** Checks by name. Each resolves with a fact to print, or throws an error that describes the problem. */
const checks: Readonly<Record<string, (apis: string[], flags: DoctorFlags) => Promise<string>>> = {
  node: async () => checkNode(process.versions.node),
  configuration: async (_, { config }) => {
    await readConfiguration(config);
    return existsSync(config) ? `${config} is valid` : `no ${config}, so the defaults apply`;
  },
  APIs: async (apis, { config }) => {
    let warnings = 0;
    const count = () => {
      warnings += 1;
    };
    const { chosen } = await chooseApis(apis, await loadConfiguredApis(config, count), count);
    const unsupported = warnings === 0 ? '' : `. ${warnings} unsupported parts: see understudy explain`;
    return `${chosen.map(({ name }) => name).join(', ')}${unsupported}`;
  },
  port: async (_, { port, host }) => await checkPort(port, host),
  data: async (_, { data, config }) =>
    checkData(data ?? (await readConfiguration(config)).data ?? process.env['UNDERSTUDY_DATA']),
  token: async (_, { config }) => {
    const own = process.env['UNDERSTUDY_CONTROL_TOKEN'] ?? '';
    if (own !== '' && own.length < 16) throw new UsageError('UNDERSTUDY_CONTROL_TOKEN has fewer than 16 characters');
    const tokens = await readConfiguredTokens(config);
    const short = tokens.find(({ value }) => value.length < 16);
    if (short !== undefined) throw new UsageError(`Control token "${short.name}" has fewer than 16 characters`);
    return own === '' && tokens.length === 0 ? 'none, which is enough on loopback' : 'set';
  },
};

export function createDoctorCommand(): Command {
  return new Command('doctor')
    .description('Check this setup: Node, configuration, APIs, port, data folder and token')
    .argument('[api...]', 'APIs or descriptions to load (default: those of the configuration)')
    .addOption(createSettingOption('port'))
    .addOption(createSettingOption('host'))
    .option('--data <folder or url>', 'the data folder or database (default: from the configuration)')
    .action(async (apis: string[], flags: DoctorFlags) => {
      const rows: Record<string, string>[] = [];
      for (const [name, check] of Object.entries(checks)) {
        const found = await check(apis, flags).then(
          (fact) => ({ state: 'ok', name, fact }),
          (error: unknown) => ({ state: 'BAD', name, fact: toMessage(error) }),
        );
        rows.push(found);
      }
      console.log(toTable(rows));
      if (rows.some(({ state }) => state === 'BAD')) process.exitCode = exitCodes.findings;
    });
}

function checkNode(running: string): string {
  const [major = 0, minor = 0] = running.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return running;
  throw new UsageError(`Node ${running} is too old. Install Node 20.19 or newer`);
}

async function checkPort(port: number, host: string): Promise<string> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return `${host}:${port} is free`;
  } catch (error) {
    const info = await fetch(`http://${host}:${port}/_sim`).catch(() => undefined);
    if (info?.ok)
      throw new UsageError(`An Understudy server is already running at http://${host}:${port}. Stop it, or use --port`);
    throw explainListenError(error, { port, host }) ?? error;
  } finally {
    server.close();
  }
}

async function checkData(data: string | undefined): Promise<string> {
  if (data === undefined) return 'none, so the state is lost when the server exits';
  const library = isDatabaseUrl(data) ? 'pg' : 'libsql';
  await import(library).catch(() => {
    throw new UsageError(`${data} needs the package ${library}. Install it next to api-understudy`);
  });
  if (isDatabaseUrl(data)) return `${new URL(data).host} is not contacted`;
  const folder = resolve(data);
  const existing = existsSync(folder) ? folder : dirname(folder);
  await access(existing, constants.W_OK).catch(() => {
    throw new UsageError(`${existing} does not exist or cannot be written. Create it, or change its owner`);
  });
  const secret = join(folder, 'secret');
  if (existsSync(secret) && process.platform !== 'win32' && ((await stat(secret)).mode & 0o077) !== 0)
    throw new UsageError(`Other users can read ${secret}. Run: chmod 600 ${secret}`);
  return `${folder} can be written`;
}

export function createConfigCommand(): Command {
  return new Command('config')
    .description('Check a configuration file and report errors with file, line and column')
    .argument('[file]', 'the file to check (default: the configuration of this folder)')
    .action(check);
}

/** Ignores invalid YAML, which the check reports with line and column. */
function toldBelow(error: unknown): ApiRegistry {
  if (error instanceof ContractError) return builtInApis;
  throw error;
}

async function check(named: string | undefined, flags: { json?: boolean; config: string }): Promise<void> {
  const file = named ?? flags.config;
  const { config, findings } = await checkConfig(
    file,
    (await loadContracts(await loadConfiguredApis(file).catch(toldBelow))).keys(),
  );
  if (flags.json === true) console.log(stringifyJson(findings, 2));
  else for (const finding of findings) console.log(describeConfigFinding(finding));
  process.exitCode = findings.length === 0 ? exitCodes.clean : exitCodes.findings;
  if (config === undefined || flags.json === true) return;
  const targets = Object.keys(config.targets).join(', ');
  console.log(`${file}: no findings.${targets === '' ? '' : ` Targets: ${targets}.`}`);
  for (const [name, target] of Object.entries(config.targets)) {
    const missing = listSecretVariables(target).filter((variable) => (process.env[variable] ?? '') === '');
    if (missing.length > 0) console.log(`${name} needs environment variables that are not set: ${missing.join(', ')}.`);
  }
}
