import { describeOccurrences } from '../results/cause.js';
import type { RunResult, WorkflowResult } from '../results/result.js';
import { describeConsequence, describeFailure, describeFinding } from './describe-failure.js';
import { escapeCharacter } from './escape-control-characters.js';

/**
 * Formats the result as JUnit XML in run order, with a suite per file and a case per workflow. The causes of a suite
 * are its `cause.<fingerprint>` properties. Findings outside workflows are failed cases in the suite `run`.
 */
export function formatJunitReport(result: RunResult): string {
  const files = [...new Set(result.workflows.map((workflow) => workflow.file))];
  const suites = files.map((file) => suite(file, result));
  const problems = [
    ...(result.unreachable === undefined ? [] : [[result.unreachable]]),
    ...result.findings.filter((finding) => finding.severity === 'error').map(describeFinding),
    ...result.workflows.flatMap(({ outcome, workflowId, cleanupIncomplete }) =>
      cleanupIncomplete === undefined || outcome === 'failed'
        ? []
        : [[`${workflowId} left something behind: ${cleanupIncomplete} [run/left-behind]`]],
    ),
  ];
  if (problems.length > 0) {
    const cases = problems.map((lines, index) => testCase('run', `problem ${index + 1}`, 0, failure(lines)));
    const counts = { tests: cases.length, failures: cases.length, errors: 0, skipped: 0, time: '0.000' };
    suites.push(element('testsuite', { name: 'run', ...counts }, cases));
  }
  const { workflows, failed, skipped = 0 } = result.totals;
  const attributes = {
    name: `understudy ${result.target}`,
    tests: workflows + problems.length,
    failures: failed + problems.length,
    errors: 0,
    skipped,
    time: seconds(result.durationMilliseconds),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites)}\n`;
}

function suite(file: string, { startedAt, causes, workflows: all }: RunResult): string {
  const workflows = all.filter((workflow) => workflow.file === file);
  const count = (wanted: WorkflowResult['outcome']) => workflows.filter(({ outcome }) => outcome === wanted).length;
  const attributes = {
    name: file,
    tests: workflows.length,
    failures: count('failed'),
    errors: 0,
    skipped: count('skipped'),
    time: seconds(workflows.reduce((sum, workflow) => sum + workflow.durationMilliseconds, 0)),
    timestamp: startedAt,
  };
  const met = causes.filter(({ occurrences }) => occurrences.some((occurrence) => occurrence.file === file));
  const flaky = workflows.filter(({ outcome }) => outcome === 'flaky');
  const properties = [
    ...met.map((cause) => [`cause.${cause.fingerprint}`, `${cause.title} Met ${describeOccurrences(cause)}.`]),
    ...flaky.map(({ workflowId, earlier = [] }) => [`flaky.${workflowId}`, `Passed at try ${earlier.length + 1}.`]),
  ].map(([name = '', value = '']) => element('property', { name, value }, []));
  const cases = workflows.map((workflow) => {
    const inside =
      workflow.outcome === 'skipped'
        ? element('skipped', { message: workflow.reason ?? '' }, [])
        : workflow.outcome === 'failed'
          ? failure([...describeConsequence(workflow), ...describeFailure(workflow)], headlineOf(workflow))
          : undefined;
    return testCase(file.replace(/\.arazzo\.\w+$/, ''), workflow.workflowId, workflow.durationMilliseconds, inside);
  });
  return element('testsuite', attributes, [
    ...(properties.length === 0 ? [] : [element('properties', {}, properties)]),
    ...cases,
  ]);
}

function testCase(classname: string, name: string, milliseconds: number, inside: string | undefined): string {
  return element('testcase', { classname, name, time: seconds(milliseconds) }, inside === undefined ? [] : [inside]);
}

function headlineOf({ findings, steps }: WorkflowResult): string | undefined {
  const [first] = [...findings, ...steps.flatMap((step) => step.findings)];
  return first && describeFinding(first)[0];
}

function failure(lines: string[], message = lines[0] ?? ''): string {
  return `<failure message="${escapeXml(message.trim()).replaceAll('\n', '&#10;')}" type="finding">${escapeXml(lines.join('\n'))}</failure>`;
}

function element(name: string, attributes: Record<string, string | number>, children: string[]): string {
  const text = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  if (children.length === 0) return `<${name}${text}/>`;
  return `<${name}${text}>\n${children.join('\n')}\n</${name}>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

const unfit = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes text for XML 1.0, with `\u001b` for invalid characters. */
export function escapeXml(text: string): string {
  return text
    .replace(unfit, escapeCharacter)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
