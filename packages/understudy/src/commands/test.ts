import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { classifyOperationEffect, type OperationEffect } from '@understudy/conformance';
import {
  type ApiContract,
  isObject,
  type Operation,
  resolveReference,
  stringifyJson,
  writeYaml,
} from '@understudy/contract';
import { type FuzzFinding, type FuzzReport, findToken, outOfTime, type StatementResult } from '@understudy/fuzzing';
import { type ApiDefinition, isLoopback, wallNowMs } from '@understudy/kernel';
import type { BehaviorModel } from '@understudy/model';
import { Command, Option } from 'commander';
import { readModel, readModels } from '../models.js';
import { reportProgress } from '../report-progress.js';
import { createRequestCredentials } from '../request-credentials.js';
import { UsageError } from '../usage-error.js';
import { chooseContract, fuzzServer } from './fuzz-server.js';
import { readConfiguration } from './read-configured-settings.js';
import { parseWait } from './run-options.js';
import { addServerOptions, reportOn, type ServerFlags } from './server-under-test.js';
import { writeOutput } from './write-output.js';

interface TestFlags extends ServerFlags {
  target: string;
  allowEffects?: OperationEffect[];
  randomSeed: string;
  config: string;
  model?: string[];
  writeModel?: string;
  within: number;
}

const usualTime = 60_000;

export function createTestCommand(): Command {
  const command = new Command('test')
    .description('Test a server against the behavior that its OpenAPI description implies')
    .argument('[api]', 'OpenAPI description, or an API by name, package or folder (default: from the configuration)')
    .option('--target <url>', 'base URL of the server (default: from the configuration)')
    .option(
      '--write-model <file>',
      'add the lines that the server contradicts, as it does them, to a file for --model',
    );
  command.addOption(
    new Option('--within <duration>', 'maximum duration; the report lists the statements that were not tried')
      .argParser(parseWait)
      .default(usualTime, 'PT1M'),
  );
  return addServerOptions(command)
    .addHelpText(
      'after',
      '\nExamples:\n  understudy test ./openapi.yaml --target http://127.0.0.1:8080\n  understudy test ./openapi.yaml --target https://stage.example.com --allow-effects create,mutate --header "Authorization: Bearer …"\n\nA server on this machine gets state-changing requests; others only with --allow-effects.',
    )
    .action(
      async (given: string | undefined, { target, ...others }: Partial<TestFlags> & Omit<TestFlags, 'target'>) => {
        if (target === undefined)
          throw new UsageError(
            'Set the base URL of the server with --target <url>, or with target of test in the configuration',
          );
        const flags = { ...others, target };
        const name = given ?? (await configuredApi(flags.config));
        const { api, contract } = await chooseContract(name, flags);
        const model = await readChanges(flags.model, api);
        await reportOn(contract, flags, {
          target: flags.target,
          textOf,
          async run() {
            const report = await testServer(contract, flags, model);
            if (flags.writeModel !== undefined) await adopt(flags.writeModel, report);
            return report;
          },
        });
      },
    );
}

/** Returns the API to test, as configured. @throws UsageError if the configuration names none or several */
async function configuredApi(file: string): Promise<string> {
  const { test, apis = [] } = await readConfiguration(file);
  const [only, ...others] = apis;
  if (test?.api !== undefined) return test.api;
  if (only !== undefined && others.length === 0) return resolve(dirname(file), only);
  throw new UsageError(`Name an OpenAPI description: understudy test ./openapi.yaml, or set api of test in ${file}`);
}

async function readChanges(
  files: readonly string[] | undefined,
  api: ApiDefinition,
): Promise<BehaviorModel | undefined> {
  const given = (await readModels(files, [api]))[api.name];
  return given === undefined ? undefined : (await import('@understudy/model')).readModel(given);
}

/** Adds model lines that match the server's behavior to a file of changed lines. */
async function adopt(file: string, { statements }: FuzzReport): Promise<void> {
  const { combineChanges } = await import('@understudy/model');
  const earlier = existsSync(file) ? await readModel(file) : {};
  const edits = statements.flatMap(({ outcome, edit }) =>
    outcome === 'contradicted' && edit !== undefined ? [edit] : [],
  );
  if (edits.length > 0) await writeOutput(file, await writeYaml(edits.reduce(combineChanges, earlier)));
  const done = `${file}: ${edits.length} changed lines. Check them before you pass the file as --model.`;
  console.error(edits.length > 0 ? done : `The server contradicts no line of the model, so ${file} is not changed.`);
}

async function testServer(
  contract: ApiContract,
  flags: TestFlags,
  model: BehaviorModel | undefined,
): Promise<FuzzReport> {
  const { target, header = {}, otherHeader, allowEffects, randomSeed: seed, within } = flags;
  const startedAt = wallNowMs();
  if (!URL.canParse(target)) throw new UsageError(`--target must be a URL, not "${target}"`);
  const isLocal = isLoopback(new URL(target).hostname);
  if (isLocal && allowEffects !== undefined)
    throw new UsageError('--allow-effects applies to servers on other machines; a server on this one may be changed');
  const allowed = new Set<OperationEffect>(['read', ...(allowEffects ?? [])]);
  const mayCall = (operation: Operation) => isLocal || allowed.has(classifyOperationEffect(operation));
  const hasCredentials = Object.keys(header).length > 0;
  const token = hasCredentials ? undefined : await signIn(contract, target.replace(/\/$/, ''));
  if (!hasCredentials)
    console.error(
      token === undefined
        ? 'Sending placeholder credentials; pass --header for real ones.'
        : 'Signed in with the example of the description.',
    );
  return await fuzzServer(contract, target, {
    requests: 20,
    seed,
    headers: header,
    otherHeaders: otherHeader,
    mayCall,
    // Only servers that do not verify credentials accept placeholders.
    isAuthentic: hasCredentials || token !== undefined,
    isForgiving: true,
    usedTime: () => (wallNowMs() - startedAt) / within,
    model,
    onProgress: reportProgress('operations', console.error),
    withToken: (operation, own) => createRequestCredentials(contract, operation, own),
    credentials: (operation) =>
      hasCredentials ? { headers: header } : createRequestCredentials(contract, operation, token ?? 'understudy'),
  });
}

function textOf(report: FuzzReport): string {
  const { findings, notes, statements, requests, operations } = report;
  const of = (outcome: StatementResult['outcome']) => statements.filter((each) => each.outcome === outcome);
  const [confirmed, contradicted, untried] = [of('confirmed'), of('contradicted'), of('untried')];
  const tooLate = untried.filter(({ why }) => why === outOfTime);
  const lines = [
    ...findings.map(findingText),
    ...(notes.length === 0 ? [] : [noteText(notes)]),
    ...(untried.length === tooLate.length
      ? []
      : [
          listOf(
            'Not tried',
            untried.filter((each) => !tooLate.includes(each)),
          ),
        ]),
    ...(confirmed.length === 0 ? [] : [listOf('Confirmed', confirmed)]),
    ...(tooLate.length === 0
      ? []
      : [`${tooLate.length} statements were not tried, because the time was up. Set a longer time with --within.`]),
    `${requests} requests to ${operations} operations: ${findings.length} findings. Statements of the model: ${confirmed.length} confirmed, ${contradicted.length} contradicted, ${untried.length} not tried.`,
  ];
  return lines.join('\n\n');
}

function listOf(title: string, statements: readonly StatementResult[]): string {
  return [`${title}:`, ...statements.map(({ says, why }) => `  ${says}${why === undefined ? '' : ` (${why})`}`)].join(
    '\n',
  );
}

function noteText(notes: readonly FuzzFinding[]): string {
  const shown = notes.slice(0, maxNotes).map(({ cause }) => `  ${cause}`);
  const more = notes.length > maxNotes ? [`  and ${notes.length - maxNotes} more; see --json`] : [];
  return [
    'Invalid requests that the server accepts although the description rejects them. This may be intended:',
    ...shown,
    ...more,
  ].join('\n');
}

const maxNotes = 30;

function findingText({ cause, wrong, exchanges = [], curl, id }: FuzzFinding): string {
  const [operationId = '', ...rest] = cause.split(/ (?:\d+|no answer): /);
  const shown = exchanges.map(({ sent, received }) => `  ${sent}\n    ${received}`);
  const script = curl.split('\n').map((line) => `  ${line}`);
  const details = wrong.slice(0, 3).filter((each) => !rest.includes(each));
  return [
    `${operationId}: ${rest.join(' ')}`,
    ...details.map((each) => `  ${each}`),
    ...shown,
    '  Repeat with:',
    ...script,
    `  or understudy fuzz … --replay ${id}`,
  ].join('\n');
}

type Node = Readonly<Record<string, unknown>>;

/**
 * Signs in with the example request of an operation that needs no credentials and returns a token.
 *
 * @returns undefined if there is no such operation, or the server rejects the example
 */
async function signIn(contract: ApiContract, url: string): Promise<string | undefined> {
  for (const operation of contract.operations.values()) {
    const body = exampleOf(contract, operation);
    if (body === undefined) continue;
    try {
      const response = await fetch(`${url}${operation.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: stringifyJson(body),
        redirect: 'manual',
      });
      const token = response.ok ? findToken(await response.json()) : undefined;
      if (token !== undefined) return token;
    } catch {
      // The server is unreachable or does not respond with JSON. Later requests report this.
      return undefined;
    }
  }
  return undefined;
}

/** Returns the example request of an operation that accepts a password without credentials. */
function exampleOf({ document }: ApiContract, { method, path, security }: Operation): unknown {
  const isOpen = security.every((way) => Object.keys(way).length === 0);
  if (method !== 'POST' || !isOpen || path.includes('{')) return undefined;
  const post = resolveReference(document, document.paths?.[path])?.['post'];
  const body = resolveReference(document, isObject(post) ? post['requestBody'] : undefined);
  const content = isObject(body?.['content']) ? body['content']['application/json'] : undefined;
  const { example, examples, schema }: Node = isObject(content) ? content : {};
  const [named] = Object.values(isObject(examples) ? examples : {});
  const { examples: own = [] } = resolveReference(document, schema) ?? {};
  const shown = example ?? (isObject(named) ? named['value'] : undefined) ?? [own].flat()[0];
  return isObject(shown) && Object.keys(shown).some((name) => /password|secret|^pin$/i.test(name)) ? shown : undefined;
}
