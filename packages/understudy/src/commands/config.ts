import { exitCodes } from '@understudy/conformance';
import { ContractError, stringifyJson } from '@understudy/contract';
import { Command } from 'commander';
import { type ApiRegistry, builtInApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { checkConfig, describeConfigFinding } from '../config/load-config.js';
import { listSecretVariables } from '../config/open-environment.js';
import { loadContracts } from '../workspace.js';

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
