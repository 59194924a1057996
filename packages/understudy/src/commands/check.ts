import { resolve } from 'node:path';
import { escapeControlCharacters } from '@understudy/conformance';
import { loadYaml, stringifyJson } from '@understudy/contract';
import type { FidelityFinding, FidelityReport } from '@understudy/fuzzing';
import { Command } from 'commander';
import { allowedRefFolders } from '../apis/load-api.js';
import { checkApi } from '../check-api.js';
import { readModel } from '../models.js';
import { reportProgress } from '../report-progress.js';

interface CheckFlags {
  overlays?: string;
  model?: string;
  json?: boolean;
}

export function createCheckCommand(): Command {
  return new Command('check')
    .description(
      'Check that a description is served as written: valid requests are accepted, and each response can be had',
    )
    .argument('<file>', 'OpenAPI description: 2.0, 3.0 or 3.1, in JSON or YAML')
    .option('--overlays <file>', 'OpenAPI Overlay that corrects the description (can contain x-understudy)')
    .option('--model <file>', 'changed lines of its behavior model')
    .addHelpText(
      'after',
      '\nExit codes: 0 everything is served, 1 something is not, 2 wrong use.\n\nExample:\n  understudy check ./petstore.yaml',
    )
    .action(async (file: string, { overlays: overlay, model, json }: CheckFlags) => {
      const { describeApi } = await import('@understudy/described');
      const { api } = await describeApi(resolve(file), {
        refFolders: allowedRefFolders,
        ...(overlay === undefined ? {} : { overlay: await loadYaml(overlay) }),
        ...(model === undefined ? {} : { model: await readModel(model) }),
      });
      const report = await checkApi(api, { onProgress: reportProgress('operations', console.error) });
      console.log(escapeControlCharacters(json === true ? stringifyJson(report, 2) : formatFidelity(report)));
      const { refused, failed, violations, unreachable } = report;
      process.exitCode = [refused, failed, violations, unreachable].some((each) => each.length > 0) ? 1 : 0;
    });
}

/** Maximum number of printed findings of each kind. */
const mostLines = 40;

/** Formats a report for people. */
function formatFidelity(report: FidelityReport): string {
  const { operations, unchecked, requests, refused, failed, violations, contradictions, parts, unreachable } = report;
  const sections: [heading: string, findings: readonly FidelityFinding[]][] = [
    ['Valid requests that are refused', refused],
    ['Server errors', failed],
    ['Responses that violate the description', violations],
    ['Described parts that no request gets', unreachable],
    ['Examples that violate their own schema', contradictions],
  ];
  const lines = sections
    .filter(([, findings]) => findings.length > 0)
    .flatMap(([heading, findings]) => [
      `${heading}:`,
      ...findings
        .slice(0, mostLines)
        .map(({ operationId, place, message }) => `  ${operationId}, ${place}: ${message}`),
      ...(findings.length > mostLines ? [`  and ${findings.length - mostLines} more (--json lists them)`] : []),
      '',
    ]);
  const left = unchecked.length === 0 ? '' : ` Not checked: ${unchecked.slice(0, 10).join(', ')}.`;
  return [
    ...lines,
    `${requests} requests to ${operations} operations: ${refused.length} valid ones refused, ${failed.length} server errors, ${violations.length} invalid responses.`,
    `${parts - unreachable.length} of ${parts} described statuses, examples and headers can be had.${left}`,
  ].join('\n');
}
