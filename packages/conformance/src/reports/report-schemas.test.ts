import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { expandPage } from '../../testing/expand-page.js';
import { contracts as shopContracts, shopWithoutFaults } from '../../testing/job-shop.js';
import { ledger, run, scenarios } from '../../testing/scenario.js';
import { completeRunResult } from '../engine/complete-run-result.js';
import type { RunResult } from '../results/result.js';
import { type ReportKind, renderReport } from './render-report.js';
import type { ReportInput } from './report-input.js';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');
const nasty = '</script></pre>&<b>]]>"\u0000\u001b[31m';

let input: ReportInput;
beforeAll(async () => {
  const files = await scenarios({
    'a.arazzo.yaml': `
x-api: shop
workflows:
  - workflowId: passes
    summary: '${'</script> & "quotes"'}'
    x-claims: [shop.a]
    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }] }]
  - workflowId: fails
    x-claims: [shop.b]
    steps:
      - { stepId: extra, operationId: getExtra, successCriteria: [{ condition: $statusCode == 200 }] }
      - { stepId: busy, operationId: getBusy, successCriteria: [{ condition: $statusCode == 200 }] }
`,
    'b.arazzo.yaml': `
workflows:
  - workflowId: absent
    x-requires: [faults]
    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 429 }] }]
`,
  });
  const book = ledger('shop.a', 'shop.b', 'shop.c');
  const { result } = await run({ files, ledger: book, target: shopWithoutFaults() });
  result.findings.push({ ruleId: 'run/nasty', severity: 'warning', message: nasty, pointer: '' });
  const contracts = shopContracts();
  input = { result: completeRunResult(result, { contracts, ledger: book }), contracts, ledger: book, files, root: '/' };
});

const textOf = (kind: ReportKind): string => renderReport(kind, input)[0]?.text ?? '';

describe('the JSON report', () => {
  it('conforms to its published schema, which rejects unknown properties', async () => {
    const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(
      JSON.parse(await read('../../schemas/run-result.schema.json')),
    );
    const report = JSON.parse(textOf('json'));
    validate(report);
    expect(validate.errors).toBeNull();
    expect(validate({ ...report, surprise: 1 })).toBe(false);
    expect(validate({ ...report, workflows: [{ ...report.workflows[2], reason: undefined }] })).toBe(false);
  });
});

describe('the JUnit report', () => {
  it('conforms to the JUnit XML schema', async () => {
    const schema = XmlDocument.fromString(await read('../../testing/fixtures/junit.xsd'));
    const validator = XsdValidator.fromDoc(schema);
    const report = XmlDocument.fromString(textOf('junit'));
    expect(() => validator.validate(report)).not.toThrow();
    const wrong = XmlDocument.fromString(textOf('junit').replace('<testcase ', '<testcase surprise="1" '));
    expect(() => validator.validate(wrong)).toThrow('surprise');
    for (const each of [report, wrong, validator, schema]) each.dispose();
  });
});

describe('the SARIF report', () => {
  it('conforms to the SARIF 2.1.0 schema', async () => {
    const { $schema: _, id: __, ...schema } = JSON.parse(await read('../../testing/fixtures/sarif-schema-2.1.0.json'));
    // The official schema is draft-04 with a pattern that needs the older regular expressions.
    const validate = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, validateFormats: false }).compile(
      schema,
    );
    const log = JSON.parse(textOf('sarif'));
    validate(log);
    expect(validate.errors ?? null).toBeNull();
    expect(validate({ ...log, version: '2' })).toBe(false);
    const results: { ruleId: string; ruleIndex: number; locations?: object[]; partialFingerprints: object }[] =
      log.runs[0].results;
    expect(results.map(({ ruleId }) => ruleId)).toEqual([
      'run/nasty',
      'response/undocumented-property',
      'environment/status-429',
    ]);
    expect(
      results.map(({ ruleId, ruleIndex }) => log.runs[0].tool.driver.rules[ruleIndex].id === ruleId),
    ).not.toContain(false);
    expect(results[2]?.locations).toEqual([
      {
        physicalLocation: { artifactLocation: { uri: 'a.arazzo.yaml' }, region: { startLine: 15 } },
        logicalLocations: [{ fullyQualifiedName: 'fails / busy', kind: 'function' }],
      },
    ]);
  });

  it('gives each cause a unique fingerprint that does not depend on the server URL', () => {
    const printsOf = (result: RunResult) =>
      completeRunResult(result, input).causes.map(({ fingerprint }) => fingerprint);
    const prints = printsOf(input.result);
    expect(new Set(prints).size).toBe(prints.length);
    const later = structuredClone(input.result);
    for (const { exchange } of later.workflows.flatMap(({ steps }) => steps.flatMap(({ attempts }) => attempts))) {
      if (exchange !== undefined) exchange.request.url = 'https://stage.example/other';
    }
    expect(printsOf(later)).toEqual(prints);
  });
});

describe('an incomplete cleanup', () => {
  it('is a separate finding in JUnit and SARIF, although the workflow passed', () => {
    const result = structuredClone(input.result);
    const [workflow] = result.workflows;
    if (workflow !== undefined) workflow.cleanupIncomplete = 'PUT https://stage.example/x (no x-finally)';
    result.unreachable = 'The target is gone.';
    const changed = { ...input, result: completeRunResult(result, input) };
    const log = JSON.parse(renderReport('sarif', changed)[0]?.text ?? '');
    expect(log.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId).slice(0, 3)).toEqual([
      'run/unreachable',
      'run/nasty',
      'run/left-behind',
    ]);
    expect(renderReport('junit', changed)[0]?.text).toContain(
      '<failure message="passes left something behind: PUT https://stage.example/x (no x-finally) [run/left-behind]"',
    );
  });
});

it.each(['sarif', 'github'] as const)('never points to a file in node_modules, in %s', (kind) => {
  const result = structuredClone(input.result);
  const file = `${input.root}/node_modules/shop/specs/openapi.yaml`;
  result.causes = result.causes.map((cause) => ({ ...cause, place: { file, line: 3 } }));
  const texts = renderReport(kind, { ...input, result }).map(({ text }) => text);
  expect(texts.join('')).not.toContain('node_modules');
  expect(texts[0]).toContain('a.arazzo.yaml');
});

describe('the HTML report', () => {
  it('is a single well-formed page that loads no external resources', () => {
    const html = expandPage(textOf('html'));
    const page = XmlDocument.fromString(html, { option: ParseOption.XML_PARSE_NONET });
    const count = (path: string): number => page.find(path).length;
    expect(count('//script[not(@type)]')).toBe(1);
    expect(count('//*[@src] | //link | //iframe | //img | //object')).toBe(0);
    expect(page.find('//a/@href').map((link) => link.content)).toEqual([
      '#causes',
      '#workflows',
      '#coverage',
      '#claims',
      '#gaps',
    ]);
    expect(html).not.toMatch(/@import|url\(/);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(page.find('//details[@data-outcome]/@data-outcome').map(({ content }) => content)).toEqual([
      'failed',
      'passed',
      'skipped',
    ]);
    // Causes come before workflows, and every failed exchange has a curl command.
    expect(count("//*[@id='causes']/following-sibling::*[@id='workflows']")).toBe(1);
    expect(page.find("//*[@id='workflows']//pre[@class='curl']").map(({ content }) => content)).toEqual([
      expect.stringMatching(/^curl -i 'http:\/\/understudy.local\/~fails-\w+\/extra'$/),
      expect.stringMatching(/^curl -i 'http:\/\/understudy.local\/~fails-\w+\/busy'$/),
    ]);
    expect(page.find("//*[@id='claim-list']//tbody/tr/@data-outcome").map(({ content }) => content)).toEqual([
      'proved',
      'failed',
      'not-listed',
    ]);
    expect(count("//*[@id='operation-list']//details")).toBe(6);
    page.dispose();
  });
});

describe('the HAR report', () => {
  it('consists of one HAR 1.2 file per workflow that sent requests', () => {
    const files = renderReport('har', input);
    expect(files.map(({ name }) => name)).toEqual(['passes.har', 'fails.har']);
    const { log } = JSON.parse(files[1]?.text ?? '');
    expect(log.version).toBe('1.2');
    expect(log.creator).toEqual({ name: 'understudy', version: '1' });
    expect(log.entries).toHaveLength(2);
    expect(log.entries[1]).toMatchObject({
      startedDateTime: '2026-01-15T00:00:00.000Z',
      time: 0,
      request: {
        method: 'GET',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [],
        queryString: [],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 429,
        statusText: '',
        cookies: [],
        content: { mimeType: 'application/json', text: '{"error":"slow down"}' },
        redirectURL: '',
      },
      cache: {},
      timings: { send: 0, wait: 0, receive: 0 },
      _operation: 'shop/getBusy',
    });
  });
});

describe('the GitHub report', () => {
  it('annotates scenario lines and writes a summary', () => {
    const [annotations, summary] = renderReport('github', input);
    expect(annotations?.text.split('\n')[2]).toBe(
      '::error file=a.arazzo.yaml,line=15,title=getBusy environment/status-429::getBusy answered 429: too many requests were sent. Met once in fails.',
    );
    expect(
      annotations?.text.split('\n').filter((line) => line !== '' && !/^::(error|warning|notice) /.test(line)),
    ).toEqual([]);
    expect(summary?.text).toContain('| 3 | 1 | 0 | 1 | 1 | 1 of 3 | 3 |');
    expect(summary?.text).toContain('- 1 × the target has no faults');
    expect(summary?.text).not.toContain('<b>');
  });
});
