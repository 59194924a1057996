import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { classifyOperationEffect, type OperationEffect } from '@understudy/conformance';
import {
  type ApiContract,
  membersOf,
  type Operation,
  stringifyJson,
  suggestName,
  toKebabCase,
  writeYaml,
} from '@understudy/contract';
import type { FuzzFinding, FuzzReport } from '@understudy/fuzzing';
import { type ApiDefinition, isLoopback } from '@understudy/kernel';
import { Command, InvalidArgumentError } from 'commander';
import { type ModelsByApi, readModels } from '../models.js';
import { reportProgress } from '../report-progress.js';
import { createRequestCredentials, findDemoSignIn } from '../request-credentials.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';
import { UsageError } from '../usage-error.js';
import { chooseContract, fuzzServer } from './fuzz-server.js';
import { readConfiguredModels } from './read-configured-settings.js';
import { addServerOptions, reportOn, type ServerFlags } from './server-under-test.js';

interface FuzzFlags extends ServerFlags {
  requests: number;
  randomSeed: string;
  operation?: string;
  target?: string;
  replay?: string;
  scenarios?: string;
  allowEffects?: OperationEffect[];
  config: string;
  model?: string[];
}

export function createFuzzCommand(): Command {
  const command = new Command('fuzz')
    .description(
      'Send sequences and generated requests, valid and invalid, to every operation of an API and validate the responses',
    )
    .argument('<api>', 'an API by name, an OpenAPI description, or a package or folder')
    .option('--requests <number>', 'requests per operation, half of them invalid', parseRequests, 20)
    .option('--operation <id>', 'only this operation')
    .option('--target <target>', 'base URL of a server, or a configured environment, instead of the simulator')
    .option('--replay <id>', 'repeat a finding by its id, with the same seed')
    .option('--scenarios <folder>', 'write each failing request sequence as an Arazzo scenario');
  return addServerOptions(command)
    .addHelpText(
      'after',
      '\nExamples:\n  understudy fuzz ./petstore.yaml\n  understudy fuzz ./petstore.yaml --target http://127.0.0.1:8080 --random-seed 7\n  understudy fuzz ./petstore.yaml --target http://127.0.0.1:8080 --replay deleted-is-gone:pets\n  understudy fuzz time --target stage --allow-effects create\n\nSequences delete what they create if the API can. Data created by other requests stays on the server or environment.',
    )
    .action(async (name: string, flags: FuzzFlags) => {
      const chosen = await chooseContract(name, flags);
      await reportOn(chosen.contract, flags, {
        target: flags.target ?? 'in-process',
        textOf,
        async run() {
          const report = await fuzz(chosen, flags);
          if (flags.scenarios !== undefined) await writeScenarios(flags.scenarios, report);
          return report;
        },
      });
    });
}

async function fuzz(
  { api, contract, known, contracts }: Awaited<ReturnType<typeof chooseContract>>,
  flags: FuzzFlags,
): Promise<FuzzReport> {
  const { operation } = flags;
  if (operation !== undefined && !contract.operations.has(operation)) {
    throw new UsageError(
      `${api.name} has no operation "${operation}".${suggestName(operation, contract.operations.keys())}`,
    );
  }
  const target = flags.target === 'in-process' ? undefined : flags.target;
  const isUrl = target !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(target);
  if (flags.allowEffects !== undefined && target === undefined)
    throw new UsageError('--allow-effects applies to a server or a configured environment, so it needs --target');
  if (flags.model !== undefined && target !== undefined)
    throw new UsageError('--model changes the simulator, so it cannot be combined with --target');
  if (target === undefined) {
    const configured = await readConfiguredModels(flags.config, { known, chosen: [api] });
    const model = await readModels([...configured, ...(flags.model ?? [])], [api]);
    return await fuzzInProcess(api, contract, { ...flags, model });
  }
  if (isUrl) {
    const isOwn = URL.canParse(target) && isLoopback(new URL(target).hostname);
    const allowed = new Set<OperationEffect>(['read', ...(flags.allowEffects ?? [])]);
    const { isMeant, ...options } = optionsOf(flags);
    return await fuzzServer(contract, target, {
      ...options,
      headers: flags.header ?? {},
      withToken: (each, token) => createRequestCredentials(contract, each, token),
      otherHeaders: flags.otherHeader,
      mayCall: (each) => isMeant(each) && (isOwn || allowed.has(classifyOperationEffect(each))),
    });
  }
  const { fuzzEnvironment } = await import('./fuzz-environment.js');
  return await fuzzEnvironment(target, {
    ...optionsOf(flags),
    api,
    known,
    contracts,
    config: flags.config,
    allowEffects: flags.allowEffects ?? [],
    headers: flags.header ?? {},
    tell: (line) => console.error(line),
  });
}

async function fuzzInProcess(
  api: ApiDefinition,
  contract: ApiContract,
  { model, ...flags }: Omit<FuzzFlags, 'model'> & { readonly model: ModelsByApi },
): Promise<FuzzReport> {
  const { fuzzContract } = await import('@understudy/fuzzing');
  const simulators = await startSimulators({ apis: [api], model, seed: 'demo', randomSeed: flags.randomSeed });
  let seen = 0;
  try {
    const token = await tokenFor(api, simulators);
    return await fuzzContract(contract, {
      ...optionsOf(flags),
      fetch: (address, init) => simulators.fetch(address, init),
      url: simulators.url,
      timeoutMs: 60_000,
      isAuthentic: api.tokens !== undefined,
      withToken: (operation, own) => createRequestCredentials(contract, operation, own),
      credentials(operation) {
        const { headers, query } = createRequestCredentials(contract, operation, token);
        return { headers: { ...headers, ...flags.header }, query };
      },
      newDefects() {
        const fresh = simulators.defects.slice(seen);
        seen += fresh.length;
        return fresh;
      },
    });
  } finally {
    await simulators.close();
  }
}

function optionsOf({ requests, randomSeed: seed, operation, replay }: FuzzFlags) {
  return {
    ...(replay === undefined ? {} : { replay }),
    requests,
    seed,
    onProgress: reportProgress('operations', console.error),
    isMeant: ({ operationId }: Operation) => operation === undefined || operation === operationId,
  };
}

async function tokenFor(api: ApiDefinition, { fetch: send, url }: RunningSimulators): Promise<string> {
  const request = findDemoSignIn(api);
  if (request === undefined) return '';
  const response = await send(`${url}${request.path}`, { method: 'POST', body: new URLSearchParams(request.form) });
  const { access_token: token } = membersOf(await response.json());
  return typeof token === 'string' ? token : '';
}

async function writeScenarios(folder: string, { findings }: FuzzReport): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { id, scenario } of findings) {
    if (scenario === undefined) continue;
    const file = join(folder, `${toKebabCase(id.replaceAll(/[^A-Za-z0-9]+/g, '-'))}.arazzo.yaml`);
    await writeFile(file, await writeYaml(scenario));
    console.error(`Wrote ${file}.`);
  }
}

function parseRequests(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  return Number(text);
}

function textOf({ findings, operations, requests, accepted, refused, seed }: FuzzReport): string {
  const sum = `${requests} requests to ${operations} operations: ${accepted} accepted, ${refused} rejected, ${findings.length} findings, seed ${seed}`;
  return [...findings.map(findingText), sum].join('\n\n');
}

function findingText({ id, cause, wrong, count, curl, answer }: FuzzFinding): string {
  const others = count === 1 ? '' : ` (${count} requests)`;
  const answered = answer === undefined ? [] : [`  response: ${stringifyJson(answer)?.slice(0, 400)}`];
  const again = `  repeat with --replay ${id}`;
  return [`${cause}${others}`, ...wrong.slice(0, 3).map((each) => `  ${each}`), `  ${curl}`, ...answered, again].join(
    '\n',
  );
}
