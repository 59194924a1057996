import { resolve } from 'node:path';
import { escapeControlCharacters } from '@understudy/conformance';
import { type Finding, loadYaml, parseJson, stringifyJson } from '@understudy/contract';
import type { DescribedApi, ExplainedOperation, PlanExplanation } from '@understudy/described';
import { Command } from 'commander';
import { allowedRefFolders } from '../apis/load-api.js';
import { checkApi } from '../check-api.js';
import { readModel } from '../models.js';
import { reportProgress } from '../report-progress.js';
import { startSimulators } from '../start-simulators.js';

interface ExplainFlags {
  overlay?: string;
  model?: string;
  json?: boolean;
}

export function createExplainCommand(): Command {
  return new Command('explain')
    .description('Explain the inferred behavior of every operation of an OpenAPI description')
    .argument('<file>', 'OpenAPI description: 2.0, 3.0 or 3.1, in JSON or YAML')
    .option('--overlay <file>', 'OpenAPI Overlay that corrects the description (can contain x-understudy)')
    .option('--model <file>', 'changed lines of its behavior model')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { overlay, model, json }: ExplainFlags) => {
      const { describeApi } = await import('@understudy/described');
      const described = await describeApi(resolve(file), {
        refFolders: allowedRefFolders,
        ...(overlay === undefined ? {} : { overlay: await loadYaml(overlay) }),
        ...(model === undefined ? {} : { model: await readModel(model) }),
      });
      const explanation = { ...described.explanation, problems: await tryOut(described) };
      if (json !== true) console.log(escapeControlCharacters(textOf(explanation)));
      else {
        const fidelity = await checkApi(described.api, { onProgress: reportProgress('operations', console.error) });
        console.log(escapeControlCharacters(stringifyJson({ ...explanation, fidelity }, 2)));
      }
    });
}

/** Tests the inferred behavior on a temporary sandbox. */
async function tryOut({ api, tryPlan }: DescribedApi): Promise<Finding[]> {
  const settings = { apis: { [api.name]: { security: 'off' } } };
  const simulators = await startSimulators({ apis: [api], settings, clock: 'manual' });
  try {
    return await tryPlan(
      async ({ method, path, headers, body }) => {
        const response = await simulators.fetch(`${simulators.url}${path}`, {
          method,
          headers,
          ...(body ? { body } : {}),
        });
        const text = await response.text();
        return { status: response.status, body: isJsonText(response, text) ? parseJson(text) : text };
      },
      reportProgress('collections', console.error),
    );
  } finally {
    await simulators.close();
  }
}

function isJsonText({ headers }: Response, text: string): boolean {
  return text !== '' && /[/+]json\b/.test(headers.get('content-type') ?? '');
}

interface TriedExplanation extends PlanExplanation {
  readonly problems: readonly Finding[];
}

function textOf({ name, title, operations, warnings, problems }: TriedExplanation): string {
  const rows = operations.map((each) => [
    each.method,
    each.path,
    each.does,
    String(each.status),
    subjectOf(each),
    each.why,
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(0, ...rows.map((row) => Math.min(row[column]?.length ?? 0, 60))),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [
    `${title}, served as "${name}": ${countsOf(operations)}`,
    '',
    ...lines,
    ...(problems.length === 0 ? [] : ['', `${problems.length} plans do not hold:`, ...problems.map(lineOf)]),
    ...(warnings.length === 0 ? [] : ['', `${warnings.length} unsupported parts:`, ...warnings.map(lineOf)]),
  ].join('\n');
}

function subjectOf({ collection, key, sends, webhookPolicy }: ExplainedOperation): string {
  const subject = collection === undefined ? '-' : key === undefined ? collection : `${collection} by ${key}`;
  const delivered = webhookPolicy === undefined ? '' : ` (${policyInWords(webhookPolicy)})`;
  return sends.length === 0 ? subject : `${subject}; sends ${sends.join(', ')}${delivered}`;
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

function countsOf(operations: readonly ExplainedOperation[]): string {
  const counts = new Map<string, number>();
  for (const { does } of operations) counts.set(does, (counts.get(does) ?? 0) + 1);
  const parts = [...counts].sort(([, one], [, other]) => other - one).map(([does, count]) => `${count} ${does}`);
  return `${operations.length} operations (${parts.join(', ')})`;
}

function lineOf({ file, line, message }: Finding): string {
  return `  ${file === undefined ? '' : `${file}:${line ?? 1} `}${message}`;
}
