import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shopWithoutFaults } from '../../testing/job-shop.js';
import { run, scenarios } from '../../testing/scenario.js';
import type { RunResult } from '../results/result.js';
import { formatCurlCommand } from './format-curl-command.js';
import { escapeXml, formatJunitReport } from './junit-report.js';
import { formatJsonReport } from './render-report.js';
import { createTerminalReport } from './terminal-report.js';

async function exampleRun(): Promise<{ lines: string[]; result: RunResult }> {
  const files = await scenarios({
    'a.arazzo.yaml': `
workflows:
  - workflowId: passes
    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }] }]
  - workflowId: logsIn
    summary: A wrong secret is refused with 401
    steps:
      - stepId: ask
        operationId: requestToken
        parameters: [{ name: Authorization, in: header, value: Bearer abcdef-12345678 }]
        requestBody: { contentType: application/x-www-form-urlencoded, payload: { client_secret: wrong-secret-77 } }
        successCriteria: [{ condition: $statusCode == 401 }]
`,
    'b.arazzo.yaml': `
workflows:
  - workflowId: notHere
    x-requires: [faults]
    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }] }]
`,
  });
  const lines: string[] = [];
  const { result } = await run({
    files,
    target: { ...shopWithoutFaults(), isolate: undefined },
    onEvent: createTerminalReport({ write: (line) => lines.push(line), color: false }),
  });
  return { lines, result };
}

describe('the terminal report', () => {
  it('prints progress, failures with their response and curl command, and totals', async () => {
    const { lines } = await exampleRun();
    expect(lines).toEqual([
      '3 workflows against in-process, 1 at a time',
      '  ok [1/3] a.arazzo.yaml passes (1 step, 0 ms)',
      'FAIL [2/3] a.arazzo.yaml logsIn (1 step, 0 ms)',
      'skip [3/3] b.arazzo.yaml notHere: the target has no faults',
      '',
      '1. shop: requestToken answered 400, where 401 is expected. [criterion/false 1761e60f82f1317d984b]',
      '   once in logsIn; first at a.arazzo.yaml:11 logsIn.ask',
      '   expected 401; actual 400',
      '   < 400 application/json {"error":"invalid_client"}',
      `   curl -i -X POST 'http://understudy.local/token' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/x-www-form-urlencoded' --data-raw 'client_secret=[redacted]'`,
      '',
      'skipped 1 workflow: the target has no faults',
      '',
      '1 passed, 1 failed, 1 skipped; 2 steps in 0 ms',
      '1 cause; exit code 1',
    ]);
  });

  it('prints every failure in full if verbose', async () => {
    const { result } = await exampleRun();
    const lines: string[] = [];
    const report = createTerminalReport({ write: (line) => lines.push(line), color: false, verbose: true });
    report({ type: 'run-finished', result });
    expect(lines.slice(1, lines.indexOf('', 1))).toEqual([
      'FAIL a.arazzo.yaml:8 logsIn',
      '  A wrong secret is refused with 401',
      '  step ask (a.arazzo.yaml:11)',
      '    a.arazzo.yaml:15  Expected the status to be 401, got 400. [criterion/false]',
      '      expected 401',
      '      actual   400',
      '    > POST http://understudy.local/token',
      '    > Authorization: Bearer [redacted]',
      '    > Content-Type: application/x-www-form-urlencoded',
      '    > client_secret=[redacted]',
      '    < 400 application/json',
      '    < {"error":"invalid_client"}',
      `    repeat: curl -i -X POST 'http://understudy.local/token' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/x-www-form-urlencoded' --data-raw 'client_secret=[redacted]'`,
    ]);
  });

  it('prints only the progress of a long run, not every workflow', () => {
    const lines: string[] = [];
    const report = createTerminalReport({ write: (line) => lines.push(line), color: false });
    report({ type: 'run-started', target: 't', seed: null, jobs: 1, workflows: 100, startedAt: '' });
    const result = {
      ...{ file: 'f', workflowId: 'w', claims: [], steps: [], findings: [], durationMilliseconds: 1 },
      outcome: 'passed' as const,
    };
    for (let number = 0; number < 100; number++) {
      report({ type: 'workflow-finished', workflow: { file: 'f', workflowId: 'w' }, result });
    }
    expect(lines.slice(1)).toEqual([
      '[ 20/100] 20 passed, 0 failed',
      '[ 40/100] 40 passed, 0 failed',
      '[ 60/100] 60 passed, 0 failed',
      '[ 80/100] 80 passed, 0 failed',
      '[100/100] 100 passed, 0 failed',
    ]);
  });

  it('uses colours if enabled', () => {
    const lines: string[] = [];
    const report = createTerminalReport({ write: (line) => lines.push(line), color: true });
    report({ type: 'run-started', target: 't', seed: 's', jobs: 2, workflows: 1, startedAt: '' });
    const result = {
      file: 'f',
      workflowId: 'w',
      claims: [],
      outcome: 'passed' as const,
      steps: [],
      findings: [],
      durationMilliseconds: 3,
    };
    report({ type: 'workflow-finished', workflow: { file: 'f', workflowId: 'w' }, result });
    expect(lines).toEqual([
      '1 workflow against t, 2 at a time, seed s',
      '\u001b[32m  ok\u001b[0m [1/1] f w (0 steps, 3 ms)',
    ]);
  });
});

describe('the JUnit report', () => {
  it('has one suite per file and one test case per workflow, with skip reasons', async () => {
    const { result } = await exampleRun();
    const xml = formatJunitReport(result);
    const failure = xml.slice(xml.indexOf('<failure'), xml.indexOf('</failure>'));
    expect(xml.replace(failure, '<failure>')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="understudy in-process" tests="3" failures="1" errors="0" skipped="1" time="0.000">
<testsuite name="a.arazzo.yaml" tests="2" failures="1" errors="0" skipped="0" time="0.000" timestamp="2026-01-15T00:00:00.000Z">
<properties>
<property name="cause.1761e60f82f1317d984b" value="requestToken answered 400, where 401 is expected. Met once in logsIn."/>
</properties>
<testcase classname="a" name="passes" time="0.000"/>
<testcase classname="a" name="logsIn" time="0.000">
<failure></failure>
</testcase>
</testsuite>
<testsuite name="b.arazzo.yaml" tests="1" failures="0" errors="0" skipped="1" time="0.000" timestamp="2026-01-15T00:00:00.000Z">
<testcase classname="b" name="notHere" time="0.000">
<skipped message="the target has no faults"/>
</testcase>
</testsuite>
</testsuites>
`);
    expect(failure).toContain(
      '<failure message="a.arazzo.yaml:15  Expected the status to be 401, got 400. [criterion/false]" type="finding">',
    );
    expect(failure).toContain('&lt; 400 application/json');
  });

  it('is well-formed if a finding contains markup and control characters', async () => {
    const { result } = await exampleRun();
    const nasty = '</failure><!-- \u0000\u001b[31m " & ]]> \ud800';
    const broken = { ...result, findings: [{ ruleId: 'x', severity: 'error' as const, message: nasty, pointer: '' }] };
    const xml = formatJunitReport(broken);
    expect(xml).toContain('&lt;/failure&gt;&lt;!-- \\u0000\\u001b[31m &quot; &amp; ]]&gt; \\ud800');
    expect(openElements(xml)).toEqual([]);
    expect(xml).toMatch(/<testsuites name="understudy in-process" tests="4" failures="2"/);
  });

  it('escapes characters that are invalid in XML', () => {
    expect(escapeXml('a\u0001<b>\ufffe"é😀')).toBe('a\\u0001&lt;b&gt;\\ufffe&quot;é😀');
  });
});

describe('the JSON report', () => {
  it('has a schema version and contains no secrets', async () => {
    const { result } = await exampleRun();
    const text = formatJsonReport(result);
    expect(JSON.parse(text)).toMatchObject({ schemaVersion: 3, target: 'in-process', seed: null, exitCode: 1 });
    expect(text).not.toMatch(/wrong-secret-77|abcdef-12345678/);
  });
});

describe('curlCommand', () => {
  it.each([
    ["\u001b]0;owned\u0007'", '\u001b]0;owned\u0007'],
    ['\u009b31m\\x', 'red\u202etxt'],
  ])('escapes terminal control characters in %j, and a shell sends them unchanged', (body, value) => {
    const request = {
      method: 'P$(id)',
      url: `http://h/${value}`,
      headers: { '$(id)': 'Bearer [redacted]', 'x-a': value },
    };
    const text = formatCurlCommand({
      request: { ...request, body, bodyBytes: 1 },
      durationMilliseconds: 0,
      requestNotes: [],
    });
    expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\u202e]/u);
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const run = spawnSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; ${text}`], { encoding: 'utf8', env });
    expect(run.stdout.split('\0').slice(0, -1)).toEqual([
      ...['-i', '-X', 'P$(id)', `http://h/${value}`, '-H', '$(id): Bearer [redacted]', '-H', `x-a: ${value}`],
      ...['-H', 'Content-Type:', '--data-raw', body],
    ]);
  });

  it('quotes arguments for a shell, and adds no Content-Type if none was sent', () => {
    const request = { method: 'PUT', url: "http://h/a?b='c", headers: { 'X-Empty': '' }, body: "it's", bodyBytes: 4 };
    expect(formatCurlCommand({ request, durationMilliseconds: 0, requestNotes: [] })).toBe(
      `curl -i -X PUT 'http://h/a?b='\\''c' -H 'X-Empty;' -H 'Content-Type:' --data-raw 'it'\\''s'`,
    );
  });
});

/**
 * Returns the names of unclosed elements, or a mismatch. A small check that tags nest correctly and text is escaped.
 */
function openElements(xml: string): string[] {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml[^?]*\?>/, '')
    .replace(/<(\/?)(\w+)((?: [\w-]+="[^"<]*")*)(\/?)>/g, (_, close, name, _attributes, empty) => {
      if (close === '/') {
        const last = open.pop();
        if (last !== name) open.push(`${last} closed as ${name}`);
      } else if (empty !== '/') open.push(name);
      return '';
    });
  return /[<>]/.test(rest) ? [...open, 'raw markup'] : open;
}
