import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContract, type Finding, type Operation } from '@understudy/contract';
import { parse } from 'yaml';
import { root } from '../steps.mjs';

interface Example {
  readonly means: string;
  readonly operation: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly mediaType?: string;
  readonly body?: unknown;
}

type Examples = Readonly<Record<string, Example>>;

/**
 * Returns the page of rules, with messages from real findings.
 *
 * @throws Error if an example does not violate its rule
 */
export function createRulesPage(): string {
  const { description, requests, responses, faults } = parse(
    readFileSync(new URL('rules.yaml', import.meta.url), 'utf8'),
  );
  const { operations } = createContract('orders', description);
  return [
    '# Rules\n',
    '## Faults\n',
    'A fault rule changes the responses to the requests that it matches. Add it with `POST /_sim/faults`, `simulators.answer` or the console.\n',
    toFaultTable(faults),
    '## Findings\n',
    'A finding has the id of its rule. Reports, baselines and SARIF contain it. The examples belong to a small API of orders.\n',
    `### Responses\n\n${toTable(responses, operations)}`,
    `### Requests\n\n${toTable(requests, operations)}`,
    '### Others\n',
    '| rules | meaning |\n|---|---|\n| `criterion/...` | a success criterion of a scenario does not hold |',
    '| `environment/...` | the server did not respond, was busy or denied access |',
    '| `scenario/...` | a scenario lacks effects, success criteria or a retry limit, or its claims are unknown |',
    '| `run/...` | a run was empty, was interrupted or left data on the target |',
    '| `description/...`, `overlay/...`, `arazzo/...`, `ledger/...`, `file/...` | a file is invalid; the message contains its line |\n',
  ].join('\n');
}

/** @throws Error if a rule is invalid, or if no rule shows a documented property */
function toFaultTable(faults: Readonly<Record<string, Record<string, object>>>): string {
  const control = parse(readFileSync(join(root, 'specs/control/openapi.yaml'), 'utf8'));
  const validate = createContract('control', control).validator('Fault');
  const { Fault, FaultMatch, FaultEffect } = control.components.schemas;
  const shown = new Set(Object.values(faults).flatMap((rule) => [rule, ...Object.values(rule)].flatMap(Object.keys)));
  const known = [Fault, FaultMatch, FaultEffect].flatMap(({ properties }) => Object.keys(properties));
  const wrong = [...Object.values(faults).flatMap(validate), ...known.filter((name) => !shown.has(name))];
  if (wrong.length > 0) throw new Error(`faults in rules.yaml: invalid or not shown: ${JSON.stringify(wrong)}`);
  const rows = Object.entries(faults).map(([means, rule]) => `| ${means} | \`${JSON.stringify(rule)}\` |`);
  return `| meaning | rule |\n|---|---|\n${rows.join('\n')}\n`;
}

function toTable(examples: Examples, operations: ReadonlyMap<string, Operation>): string {
  const rows = Object.entries(examples).map(([rule, example]) => {
    const operation = operations.get(example.operation);
    const found = operation === undefined ? [] : validate(example, operation);
    const finding = found.find(({ ruleId }) => ruleId === rule);
    if (finding === undefined)
      throw new Error(`The example of ${rule} violates ${found.map(({ ruleId }) => ruleId).join(', ') || 'no rule'}`);
    return `| \`${rule}\` | ${example.means} | ${finding.message.replaceAll('|', '\\|')} |`;
  });
  return `| rule | meaning | message of an example |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function validate({ status, headers = {}, query, mediaType, body }: Example, operation: Operation): Finding[] {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const parts = { headers: named, body, ...(body === undefined ? {} : { mediaType: mediaType ?? 'application/json' }) };
  return status === undefined
    ? operation.validateRequest({ ...parts, path: {}, query: new URLSearchParams(query) }).findings
    : operation.validateResponse({ ...parts, status, empty: body === undefined });
}
