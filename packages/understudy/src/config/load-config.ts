import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createHostFilter, readPlacedYaml } from '@understudy/conformance';
import { compileSchema, type Finding, suggestName } from '@understudy/contract';
import { isDatabaseUrl } from '../is-database.js';
import { publishedSchemas } from '../schemas/published-schemas.js';
import { UsageError } from '../usage-error.js';
import type { ConfigFinding, TargetConfig, UnderstudyConfig } from './config.js';
import { isModule, readConfigFile } from './read-config-file.js';

/** A configuration with absolute paths, except in its environments. */
type LoadedConfig = UnderstudyConfig & Required<Pick<UnderstudyConfig, 'targets'>>;

interface CheckedConfig {
  config?: LoadedConfig;
  findings: ConfigFinding[];
}

export async function checkConfig(file: string, apis: Iterable<string>): Promise<CheckedConfig> {
  const { value, problems, findPlace } = isModule(file) ? await readModule(file) : await readPlacedYaml(file);
  if (problems.length > 0) {
    const base = { ruleId: 'config/not-yaml', severity: 'error', pointer: '', file } as const;
    return { findings: problems.map((problem) => ({ ...base, ...problem })) };
  }
  const known = [...apis];
  const place = (finding: Finding): ConfigFinding => {
    const { line, column } = findPlace(finding.pointer) ?? { line: 1, column: 1 };
    return { ...finding, ruleId: `config/${finding.ruleId.replace(/^.*\//, '')}`, file, line, column };
  };
  const validate = await schemaValidator();
  const isConfig = (candidate: unknown): candidate is UnderstudyConfig => validate(candidate).length === 0;
  if (!isConfig(value)) return { findings: inOrder(validate(value).map(withoutSecret).map(place)) };
  const { targets = {} } = value;
  const findings = Object.entries(targets).flatMap(([name, target]) => checkTarget(name, target, known));
  if (findings.length > 0) return { findings: inOrder(findings.map(place)) };
  return { config: { ...withPaths(value, dirname(file)), targets }, findings: [] };
}

async function readModule(
  file: string,
): Promise<Pick<Awaited<ReturnType<typeof readPlacedYaml>>, 'value' | 'problems' | 'findPlace'>> {
  return { value: await readConfigFile(file), problems: [], findPlace: () => undefined };
}

/** Resolves the paths of a configuration. Seeds and databases can also be names. */
function withPaths({ data, seed, model, overlays, faults, tls, test, ...others }: UnderstudyConfig, folder: string) {
  const at = (path: string) => resolve(folder, path);
  const all = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(files).map(([api, file]) => [api, file.startsWith('understudy:') ? file : at(file)]),
    );
  const { api, writeModel } = test ?? {};
  return {
    ...others,
    ...(data === undefined ? {} : { data: isDatabaseUrl(data) ? data : at(data) }),
    ...(seed === undefined ? {} : { seed: existsSync(at(seed)) || /[./\\]/.test(seed) ? at(seed) : seed }),
    ...(model === undefined ? {} : { model: all(model) }),
    ...(overlays === undefined ? {} : { overlays: all(overlays) }),
    ...(faults === undefined ? {} : { faults: at(faults) }),
    ...(tls === undefined ? {} : { tls: typeof tls === 'string' ? at(tls) : tls }),
    ...(test === undefined
      ? {}
      : {
          test: {
            ...test,
            ...(api === undefined ? {} : { api: existsSync(at(api)) ? at(api) : api }),
            ...(writeModel === undefined ? {} : { writeModel: at(writeModel) }),
          },
        }),
  };
}

/** Reads a valid configuration file. @throws UsageError with every finding */
export async function loadConfig(file: string, apis: Iterable<string>): Promise<LoadedConfig> {
  const { config, findings } = await checkConfig(file, apis);
  if (config !== undefined) return config;
  throw new UsageError(`${file} is invalid:\n${findings.map(describeConfigFinding).join('\n')}`);
}

export function describeConfigFinding({ file, line, column, message, ruleId }: ConfigFinding): string {
  return `${file}:${line}:${column} ${message} [${ruleId}]`;
}

async function schemaValidator() {
  const check = compileSchema(JSON.parse(await readFile(publishedSchemas.config.file, 'utf8')), 'config/');
  return (value: unknown) => check(value, '').map(suggest);
}

/** Adds the name of an unknown member, and the most similar known one, to a finding. */
function suggest(finding: Finding): Finding {
  if (!/undocumented/.test(finding.ruleId)) return finding;
  const [member = ''] = finding.pointer.split('/').slice(-1);
  const known = Array.isArray(finding.expected) ? finding.expected.map(String) : [];
  return { ...finding, message: `Unknown member "${member}".${suggestName(member, known)}` };
}

function inOrder(findings: ConfigFinding[]): ConfigFinding[] {
  return findings.sort((one, other) => (one.line ?? 0) - (other.line ?? 0) || one.column - other.column);
}

/** Removes the value from a finding, because it could be a misplaced secret. */
function withoutSecret(finding: Finding): Finding {
  const { ruleId, severity, pointer } = finding;
  if (
    !/\/(credentials\/[^/]+|tokenFrom|controlTokens\/[^/]+\/value\/env)$/.test(pointer) ||
    /undocumented/.test(ruleId)
  )
    return finding;
  const message = `${pointer} must be the name of an environment variable (A-Z, 0-9 and _), never a secret itself.`;
  return { ruleId, severity, pointer, message };
}

function checkTarget(name: string, target: TargetConfig, apis: readonly string[]): Finding[] {
  const at = `/targets/${name}`;
  const findings: Finding[] = [];
  const find = (rule: string, pointer: string, message: string): void => {
    findings.push({ ruleId: rule, severity: 'error', pointer: at + pointer, message });
  };
  for (const [index, entry] of target.allowedHosts.entries()) {
    const problem = hostProblem(entry);
    if (problem !== undefined) find('host', `/allowedHosts/${index}`, problem);
  }
  for (const api of Object.keys(target.apis)) {
    if (!apis.includes(api)) find('unknown-api', `/apis/${api}`, `Unknown API "${api}".${suggestName(api, apis)}`);
  }
  if (findings.length > 0) return findings;
  const isAllowed = createHostFilter(target.allowedHosts);
  for (const [pointer, url] of addressesOf(target)) {
    if (isAllowed(url)) continue;
    find(
      'host-not-allowed',
      pointer,
      `The host of ${url} is not among allowedHosts, so requests to it would be rejected. Add it there.`,
    );
  }
  const lists = [target.tenants, ...Object.values(target.apis).map(({ tenants }) => tenants)].filter(
    (tenants) => tenants !== undefined,
  );
  if ((target.concurrency ?? 1) > 1 && lists.flat().some((tenant) => !tenant.includes('{workflow}'))) {
    find(
      'shared-tenant',
      '/concurrency',
      'Concurrent workflows need separate tenants: put {workflow} into every tenant, or set concurrency to 1.',
    );
  }
  return findings;
}

function hostProblem(entry: string): string | undefined {
  try {
    createHostFilter([entry]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function addressesOf({ apis, webhookInbox }: TargetConfig): [string, string][] {
  const found: [string, string][] = webhookInbox === undefined ? [] : [['/webhookInbox/url', webhookInbox.url]];
  for (const [api, { baseUrl, authUrl, printUrl }] of Object.entries(apis)) {
    for (const [key, url] of Object.entries({ baseUrl, authUrl, printUrl })) {
      if (url !== undefined) found.push([`/apis/${api}/${key}`, url]);
    }
  }
  return found;
}
