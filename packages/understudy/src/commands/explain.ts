import { resolve } from 'node:path';
import { escapeControlCharacters } from '@understudy/conformance';
import {
  type Finding,
  joinPointer,
  loadYaml,
  loadYamlLineWriter,
  stringifyJson,
  suggestName,
} from '@understudy/contract';
import type { DescribedApi, ExplainedOperation, PlanExplanation } from '@understudy/described';
import type { BehaviorModel } from '@understudy/model';
import { Argument, Command } from 'commander';
import type { ApiRegistry } from '../apis/apis.js';
import { allowedRefFolders } from '../apis/load-api.js';
import { repairApi } from '../apis/repair-api.js';
import { checkApi } from '../check-api.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { readModel } from '../models.js';
import { reportProgress } from '../report-progress.js';
import { toTable } from '../to-table.js';
import { UsageError } from '../usage-error.js';
import { loadContracts, loadWorkspace, type ScenarioWorkspace } from '../workspace.js';

interface ExplainFlags {
  overlays?: string;
  model?: string;
  why?: boolean;
  full?: boolean;
  unread?: boolean;
  against?: string;
  json?: boolean;
}

type Row = Readonly<Record<string, string>>;

const kinds = ['apis', 'operations', 'scenarios', 'claims', 'gaps'] as const;
type Kind = (typeof kinds)[number];

export function createExplainCommand(): Command {
  return new Command('explain')
    .description(
      'Print the behavior model of an OpenAPI description: what every operation does, as YAML that --model takes',
    )
    .argument('<file>', 'OpenAPI description: 2.0, 3.0 or 3.1, in JSON or YAML')
    .option('--overlays <file>', 'OpenAPI Overlay that corrects the description (can contain x-understudy)')
    .option('--model <file>', 'changed lines of its behavior model')
    .option('--why', 'print the rule and the evidence of each inferred statement')
    .option('--full', 'print a model that leaves nothing to inference, so that an upgrade changes nothing')
    .option('--against <file>', 'compare with a model that --full printed before, statement by statement')
    .option('--unread', 'print the sentences that look like rules and are not simulated, each with a line for --model')
    .action(async (file: string, flags: ExplainFlags) => {
      if (flags.against !== undefined && (flags.full === true || flags.why === true))
        throw new UsageError('--against prints differences; omit --full and --why');
      const { describeApi } = await import('@understudy/described');
      const inferred = await describeApi(resolve(file), {
        refFolders: allowedRefFolders,
        ...(flags.overlays === undefined ? {} : { overlay: await loadYaml(flags.overlays) }),
        ...(flags.model === undefined ? {} : { model: await readModel(flags.model) }),
      });
      const described = await repairApi(inferred, 'explain');
      const text =
        flags.unread === true
          ? await unreadRules(described)
          : flags.against === undefined
            ? await explain(described, flags)
            : await compare(described, flags.against);
      console.log(escapeControlCharacters(text));
    });
}

async function explain(described: DescribedApi, { why = false, full = false, json }: ExplainFlags): Promise<string> {
  const model = described.writeModel();
  if (json === true) {
    const fidelity = await checkApi(described.api, { onProgress: reportProgress('operations', console.error) });
    const repaired = listRepaired(model.full);
    const { explanation, problems } = described;
    return stringifyJson({ ...explanation, repaired, problems: problems(), model: model.full, fidelity }, 2);
  }
  const { printModel } = await import('@understudy/model');
  const { name, title, operations, warnings } = described.explanation;
  const comments = new Map(
    operations.map((each) => [joinPointer('/operations', each.operationId), commentOf(each, why)]),
  );
  const printed = full ? model.full : { ...model.readable, because: model.full.because };
  const problems = full ? [] : described.problems();
  const repaired = full ? [] : listRepaired(model.full);
  return [
    `# ${title}, served as "${name}": ${countsOf(operations)}`,
    ...sectionOf(repaired, 'plans were repaired'),
    ...sectionOf(problems.map(lineOf), 'plans do not hold'),
    ...sectionOf(warnings.map(lineOf), 'parts are not supported or have no effect'),
    (await printModel(printed as BehaviorModel, { comments, why })).trimEnd(),
  ].join('\n');
}

/** Formats the rules in a description that are not simulated, each with a model line that would add it. */
async function unreadRules({ explanation: { rules } }: DescribedApi): Promise<string> {
  const { simulated, unread } = rules;
  const inline = await loadYamlLineWriter();
  const lines = unread.flatMap(({ from, says, proposal }) => [
    `# ${from}`,
    `#   ${says.replace(/\s+/g, ' ')}`,
    ...Object.entries(proposal).map(([part, statements]) => `${part}: ${inline(statements)}`),
    '',
  ]);
  return [`# ${simulated} rules of the description are simulated, ${unread.length} are not`, '', ...lines]
    .join('\n')
    .trimEnd();
}

/** Formats the differences between a model and the current inference. */
async function compare(described: DescribedApi, against: string): Promise<string> {
  const [{ compareModels }, pinned] = await Promise.all([import('@understudy/model'), readModel(against)]);
  const differences = compareModels(pinned, described.writeModel().full);
  if (differences.length === 0) return `The model is that of ${against}.`;
  const lines = differences.map(({ at, before, after }) => `${at}: ${textOf(before)} -> ${textOf(after)}`);
  return [`${differences.length} statements differ from ${against}:`, ...lines].join('\n');
}

/** Maximum number of printed characters of a statement. */
const longest = 300;

function textOf(value: unknown): string {
  const text = value === undefined ? 'absent' : (stringifyJson(value) ?? '');
  return text.length > longest ? `${text.slice(0, longest)} ...` : text;
}

/** Lists the problems that the self-check repaired, without duplicates. */
function listRepaired({ because = {} }: BehaviorModel): string[] {
  const repaired = Object.values(because).flatMap(({ rule, says }) =>
    rule === 'self-check' && says !== undefined ? [says] : [],
  );
  return [...new Set(repaired)];
}

/** Formats the request and status of an operation, optionally with the reason. */
function commentOf(
  { method, path, status, why, sends, webhookPolicy }: ExplainedOperation,
  isReasoned: boolean,
): string {
  const delivered = webhookPolicy === undefined ? '' : `, sends ${sends.join(', ')} (${policyInWords(webhookPolicy)})`;
  return `${method} ${path}: ${status}${delivered}${isReasoned ? `; ${why}` : ''}`;
}

function policyInWords({
  attempts,
  retryDelaysSeconds,
  timeoutSeconds,
  successStatuses,
  retriesApart,
}: NonNullable<ExplainedOperation['webhookPolicy']>): string {
  const delays = retryDelaysSeconds.slice(0, attempts - 1).join(', ');
  return [
    attempts === 1 ? '1 attempt' : `up to ${attempts} attempts`,
    ...(delays === '' ? [] : [`retries after ${delays} s`]),
    `${timeoutSeconds} s timeout`,
    ...(successStatuses === undefined ? [] : [`success statuses ${successStatuses.join(', ')}`]),
    ...(retriesApart === true ? ['not in order'] : []),
  ].join('; ');
}

function countsOf(operations: PlanExplanation['operations']): string {
  const counts = new Map<string, number>();
  for (const { does } of operations) counts.set(does, (counts.get(does) ?? 0) + 1);
  const parts = [...counts].sort(([, one], [, other]) => other - one).map(([does, count]) => `${count} ${does}`);
  return `${operations.length} operations (${parts.join(', ')})`;
}

function sectionOf(lines: readonly string[], what: string): string[] {
  const shown = lines.map((line) => `#   ${line.replace(/\s+/g, ' ')}`);
  return lines.length === 0 ? [] : [`# ${lines.length} ${what}:`, ...shown];
}

function lineOf({ file, line, message }: Finding): string {
  return `${file === undefined ? '' : `${file}:${line ?? 1} `}${message}`;
}

export function createListCommand(): Command {
  return new Command('list')
    .description('List APIs, operations, scenarios, claims or gaps')
    .addArgument(new Argument('[kind]', 'what to list').choices(kinds).default('scenarios'))
    .option('--api <api>', 'only entries of this API')
    .action(async (kind: Kind, flags: { api?: string; config?: string; json?: boolean }) => {
      const apis = await loadConfiguredApis(flags.config);
      const all = await rowsOf(kind, apis);
      const known = new Set([...apis.keys(), ...all.flatMap(({ api }) => api ?? [])]);
      if (flags.api !== undefined && !known.has(flags.api)) {
        throw new UsageError(`Unknown API "${flags.api}".${suggestName(flags.api, known)}`);
      }
      const rows = all.filter(({ api }) => flags.api === undefined || api === flags.api);
      console.log(flags.json === true ? stringifyJson(rows, 2) : toTable(rows));
    });
}

async function rowsOf(kind: Kind, apis: ApiRegistry): Promise<Row[]> {
  if (kind === 'apis') return [...apis.values()].map(({ name, summary }) => ({ api: name, summary }));
  if (kind === 'operations') return operationRows(apis);
  const workspace = await loadWorkspace([], apis);
  return kind === 'scenarios' ? scenarioRows(workspace) : ledgerRows(kind, workspace);
}

async function operationRows(apis: ApiRegistry): Promise<Row[]> {
  return [...(await loadContracts(apis)).values()].flatMap((contract) =>
    [...contract.operations.values()].map(({ api, operationId, method, path, summary }) => ({
      api,
      operationId,
      call: `${method} ${path}`,
      summary,
    })),
  );
}

function scenarioRows({ files }: ScenarioWorkspace): Row[] {
  return files.flatMap(({ document }) =>
    document.workflows.map(({ workflowId, summary = '' }) => ({ api: document['x-api'] ?? '', workflowId, summary })),
  );
}

function ledgerRows(kind: 'claims' | 'gaps', { ledger }: ScenarioWorkspace): Row[] {
  if (kind === 'claims') return ledger.claims.map(({ id, says }) => ({ api: id.split('.', 1)[0] ?? '', id, says }));
  return ledger.gaps.map(({ id, basis, assume }) => ({ api: id.split('.', 1)[0] ?? '', id, basis, assume }));
}
