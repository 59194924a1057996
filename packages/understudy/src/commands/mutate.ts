import { availableParallelism } from 'node:os';
import {
  detectionThresholds,
  exitCodes,
  formatMutationReport,
  formatSurvivors,
  type MutationReport,
  meetsThresholds,
} from '@understudy/conformance';
import { Command, Option } from 'commander';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { openMutationThreads } from '../mutation/mutation-threads.js';
import { loadDeviations } from '../mutation/policy-deviations.js';
import { checkMutationSelection, runMutation } from '../mutation/run-mutation.js';
import { loadWorkspace } from '../workspace.js';
import { collectValues, parseCount } from './server-options.js';
import { printResult, writeOutput } from './write-output.js';

interface MutateFlags {
  api?: string[];
  claim?: string[];
  only?: 'policy' | 'wire';
  sample?: number;
  config?: string;
  json?: boolean;
  markdown?: string;
}

export function createMutateCommand(): Command {
  return new Command('mutate')
    .description('Run the scenarios against deliberately faulty servers and list the faults that they miss')
    .option('--api <api>', 'only deviations of this API (repeatable)', collectValues)
    .option('--claim <id>', 'only deviations that affect this claim (repeatable)', collectValues)
    .addOption(
      new Option('--only <sort>', 'only deviations of this kind: policy changes rules, wire changes messages').choices([
        'policy',
        'wire',
      ]),
    )
    .option('--sample <number>', 'size of a random sample', parseCount)
    .option('--markdown <file>', 'write the rates, the missed deviations and the reasons as a Markdown page')
    .addHelpText(
      'after',
      `\nA policy deviation breaks one claim in the simulator; a wire deviation changes its responses in transit.\nThe exit code is 0 if, for every API, ${detectionThresholds.policy * 100} % of the policy and ${detectionThresholds.wire * 100} % of the wire deviations are caught and\nno workflow fails without a deviation; otherwise it is 1.\n\nExample:\n  understudy fuzz mutate --api inventory --sample 200`,
    )
    .action(mutate);
}

async function mutate(flags: MutateFlags): Promise<void> {
  const workspace = await loadWorkspace([], await loadConfiguredApis(flags.config));
  const planted = await loadDeviations(workspace.apis);
  const selection = { workspace, planted, apis: flags.api, claims: flags.claim, sort: flags.only };
  checkMutationSelection(selection);
  const threads = await openMutationThreads(Math.min(4, availableParallelism()), flags.config);
  try {
    const report = await runMutation({ ...selection, threads, sample: flags.sample, onProgress: createProgress() });
    if (flags.markdown !== undefined) await writeOutput(flags.markdown, formatMutationReport(report));
    await printResult(report, flags.json, () => textOf(report));
    process.exitCode = meetsThresholds(report) ? exitCodes.clean : exitCodes.findings;
  } finally {
    await threads.close();
  }
}

/** Creates a progress display that rewrites one line on a terminal, and otherwise prints a line occasionally. */
function createProgress() {
  const live = process.stderr.isTTY === true;
  return (done: number, of: number, what: string, survivors: number): void => {
    const line = `${done} of ${of} ${what}${survivors === 0 ? '' : `, ${survivors} missed`}`;
    if (live) process.stderr.write(`\r\u001b[K${line}${done === of ? '\n' : ''}`);
    else if (done === of || done % 250 === 0) process.stderr.write(`${line}\n`);
  };
}

function textOf({
  apis,
  policy,
  wire,
  survivors,
  noticedElsewhere,
  notTried,
  equivalent,
  unfit,
  sample,
  durationMilliseconds,
}: MutationReport): string {
  const share = (name: string, { caught, deviations, share: part, bar }: MutationReport['policy']) =>
    `${name}: ${caught} of ${deviations} caught, ${(part * 100).toFixed(1)} % (required: ${bar * 100} %)`;
  const below = Object.entries(apis).flatMap(([api, shares]) =>
    Object.entries(shares).flatMap(([sort, { share: part, bar }]) =>
      part >= bar
        ? []
        : [`${api}: ${(part * 100).toFixed(1)} % of the ${sort} deviations caught, required: ${bar * 100} %`],
    ),
  );
  const kinds = Object.entries(wire.kinds).map(
    ([kind, { caught, deviations }]) => `    ${kind}: ${caught} of ${deviations}`,
  );
  return [
    ...section('Missed, by claim:', formatSurvivors(survivors)),
    ...section(
      'Claims without a deviation:',
      notTried.map(({ id, reason }) => `${id}: ${reason}`),
    ),
    ...section('Workflows that fail without a deviation and are ignored:', unfit),
    ...section('Caught, but not by a workflow that covers the claim:', noticedElsewhere),
    ...(sample === undefined ? [] : [`Random sample of ${sample.size} of ${sample.of}, seed "${sample.seed}".`]),
    share('Policy deviations', policy),
    share('Wire deviations', wire),
    ...kinds,
    `${equivalent} wire deviations were skipped because the contract allows the result.`,
    ...below,
    `${Math.round(durationMilliseconds / 1000)} s`,
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}
