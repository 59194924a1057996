import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  escapeControlCharacters,
  exitCodes,
  lintScenarios,
  loadScenarios,
  type ScenarioFile,
} from '@understudy/conformance';
import {
  type ApiContract,
  checkLedger,
  createContract,
  type Finding,
  loadDescription,
  loadYaml,
  stringifyJson,
} from '@understudy/contract';
import type { ApiDefinition } from '@understudy/kernel';
import { Command } from 'commander';
import type { ApiRegistry } from '../apis/apis.js';
import { allowedRefFolders } from '../apis/load-api.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { loadWorkspace } from '../workspace.js';

export function createLintCommand(): Command {
  return new Command('lint')
    .description('Check descriptions, claims and scenarios without sending requests')
    .argument('[file...]', 'OpenAPI or Arazzo files, or folders of Arazzo files (default: the built-in files)')
    .action(async (files: string[], flags: { config?: string; json?: boolean }) => {
      const apis = await loadConfiguredApis(flags.config);
      const findings = files.length === 0 ? await lintAll(apis) : await lintFiles(files, apis);
      if (flags.json === true) console.log(stringifyJson(findings, 2));
      else for (const finding of findings) console.log(escapeControlCharacters(describe(finding)));
      const errors = findings.filter(({ severity }) => severity === 'error').length;
      if (flags.json !== true)
        console.log(findings.length === 0 ? 'No findings.' : `${findings.length} findings, ${errors} errors.`);
      process.exitCode = errors > 0 ? exitCodes.findings : exitCodes.clean;
    });
}

async function lintAll(apis: ApiRegistry): Promise<Finding[]> {
  const { contracts, ledger, files } = await loadWorkspace([], apis);
  return [
    ...[...contracts].flatMap(([name, contract]) => ofDescription(descriptionFindings([contract]), apis.get(name))),
    ...checkLedger(ledger, [...contracts.values()]),
    ...scenarioFindings(files, lintScenarios(files, contracts, ledger)),
  ];
}

/** Downgrades findings in foreign descriptions to notes, because these can still be served. */
function ofDescription(findings: readonly Finding[], api: ApiDefinition | undefined): Finding[] {
  return findings.map((finding) => (api?.describe === undefined ? finding : { ...finding, severity: 'warning' }));
}

async function lintFiles(paths: readonly string[], apis: ApiRegistry): Promise<Finding[]> {
  const findings: Finding[] = [];
  const scenarios: string[] = [];
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      scenarios.push(path);
      continue;
    }
    const document = await loadYaml(path);
    if (typeof document === 'object' && document !== null && 'arazzo' in document) scenarios.push(path);
    else
      findings.push(
        ...descriptionFindings([createContract(path, await loadDescription(path, allowedRefFolders))], path),
      );
  }
  if (scenarios.length === 0) return findings;
  const { contracts, ledger } = await loadWorkspace(scenarios, apis);
  const files = await loadScenarios({ files: scenarios });
  return [...findings, ...scenarioFindings(files, lintScenarios(files, contracts, ledger))];
}

function descriptionFindings(contracts: Iterable<ApiContract>, file?: string): Finding[] {
  return [...contracts].flatMap((contract) =>
    contract.checkDescription().map((finding) => ({ file: file ?? `specs/${contract.name}/openapi.yaml`, ...finding })),
  );
}

/** Lists syntax findings before semantic ones, without duplicates. */
function scenarioFindings(files: readonly ScenarioFile[], meaning: readonly Finding[]): Finding[] {
  const reading = files.flatMap(({ findings }) => findings);
  return [...reading, ...files.flatMap(missingSources), ...meaning.filter((finding) => !reading.includes(finding))];
}

/** Finds missing description files, which other Arazzo runners need. */
function missingSources({ file, document, lineOf }: ScenarioFile): Finding[] {
  return document.sourceDescriptions.flatMap(({ url }, index) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(url) || existsSync(resolve(dirname(file), url))) return [];
    const pointer = `/sourceDescriptions/${index}/url`;
    const message = `The file ${url} does not exist. The source url must be relative to the scenario file.`;
    return [
      { ruleId: 'scenario/missing-source', severity: 'error', message, pointer, file, line: lineOf(pointer) ?? 1 },
    ];
  });
}

function describe({ severity, ruleId, message, file, line, pointer }: Finding): string {
  const place = [file, line].filter((part) => part !== undefined).join(':');
  return `${severity}  ${ruleId}  ${place === '' ? pointer : `${place} ${pointer}`}\n  ${message}`;
}
