import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type ApiContract,
  type Claim,
  checkLedger,
  createContract,
  createErrorFinding,
  type DocumentGap,
  type Finding,
  loadLedger,
} from './index.js';

const claim: Claim = {
  id: 'analysis.a.b',
  kind: 'rule',
  says: 's',
  section: 's',
  check: 'c',
  deviation: 'd',
  sharedBy: ['inventory', 'time', 'payroll'],
};
const gap: DocumentGap = {
  id: 'inventory.gap.a',
  gap: 'g',
  section: 's',
  assume: 'a',
  basis: 'public',
  confidence: 'high',
  why: 'w',
  risk: 'r',
  verify: 'v',
};

function contractWith(part: Record<string, unknown>): ApiContract {
  return createContract('analysis', { openapi: '3.1.0', info: { title: 'Test', version: '1' }, ...part });
}

const inventory = createContract('inventory', { openapi: '3.1.0', info: { title: 'Test', version: '1' } });
const known = ['analysis', 'inventory', 'payroll', 'time'];
const finding = (rule: string, pointer: string, message: string, details?: Partial<Finding>): Finding =>
  createErrorFinding(`ledger/${rule}`, message, pointer, details);

test('a valid ledger has no findings', () => {
  const claims = [{ ...claim, untestable: 'no black-box run shows it', appliesTo: ['time', 'payroll'] }];
  expect(
    checkLedger({ claims, gaps: [gap] }, [contractWith({ paths: { '/a': { 'x-gap': ['inventory.gap.a'] } } })]),
  ).toEqual([]);
});

test.each<[string, Record<string, unknown>, Finding]>([
  [
    'a missing field',
    { says: '' },
    finding('missing-field', '/claims/0/says', 'The entry analysis.a.b needs a text in says.', { expected: 'says' }),
  ],
  [
    'an unknown field',
    { note: 'x' },
    finding('unknown-field', '/claims/0/note', 'The entry analysis.a.b has the unknown field note.', {
      expected: ['id', 'kind', 'says', 'section', 'check', 'deviation', 'untestable', 'appliesTo'],
      actual: 'note',
    }),
  ],
  [
    'an unknown kind',
    { kind: 'fact' },
    finding(
      'invalid-value',
      '/claims/0/kind',
      'The kind of analysis.a.b must be one of operation, schema, field, rule, state, error, limit, auth, event, example-flow, but is "fact".',
      {
        expected: ['operation', 'schema', 'field', 'rule', 'state', 'error', 'limit', 'auth', 'event', 'example-flow'],
        actual: 'fact',
      },
    ),
  ],
  [
    'an empty untestable reason',
    { untestable: ' ' },
    finding(
      'invalid-value',
      '/claims/0/untestable',
      'The entry analysis.a.b has no text in untestable; say why or leave it out.',
      { actual: ' ' },
    ),
  ],
  [
    'a malformed id',
    { id: 'analysis.A' },
    finding(
      'invalid-id',
      '/claims/0/id',
      'The id "analysis.A" must be like analysis.presign.validity: lower-case words joined by dots.',
      { actual: 'analysis.A' },
    ),
  ],
  [
    'an id with an unknown prefix',
    { id: 'other.a.b' },
    finding(
      'foreign-id',
      '/claims/0/id',
      'The id other.a.b begins with other, which is no API and no folder of the specs.',
      { expected: known, actual: 'other' },
    ),
  ],
  [
    'an unknown API in appliesTo',
    { appliesTo: ['stock'] },
    finding('unknown-api', '/claims/0/appliesTo', `appliesTo must be a list of APIs: ${known.join(', ')}.`, {
      expected: known,
      actual: 'stock',
    }),
  ],
])('reports a claim with %s', (_name, change, expected) => {
  expect(checkLedger({ claims: [{ ...claim, ...change }], gaps: [] }, [contractWith({})])).toEqual([expected]);
});

test('reports a gap with an unknown basis', () => {
  const invalid = Object.assign({ ...gap }, { basis: 'guess' });
  expect(checkLedger({ claims: [], gaps: [invalid] }, [inventory])).toEqual([
    finding(
      'invalid-value',
      '/gaps/0/basis',
      'The basis of inventory.gap.a must be one of public, observed, inferred, invented, but is "guess".',
      { expected: ['public', 'observed', 'inferred', 'invented'], actual: 'guess' },
    ),
  ]);
});

test('reports a duplicate id', () => {
  const message = 'The id analysis.a.b is used twice; ids are unique over all claims and gaps.';
  expect(checkLedger({ claims: [claim], gaps: [{ ...gap, id: claim.id }] }, [contractWith({})])).toEqual([
    finding('duplicate-id', '/gaps/0/id', message, { actual: 'analysis.a.b' }),
  ]);
});

test('reports an x-gap whose value is an unknown gap id or is not an id', () => {
  const contract = contractWith({
    paths: { '/a': { 'x-gap': ['inventory.gap.a', 'inventory.gap.b'], get: { 'x-gap': 7 } } },
  });
  const at = '/paths/~1a';
  expect(checkLedger({ claims: [], gaps: [gap] }, [contract, inventory])).toEqual([
    finding(
      'unknown-gap',
      `${at}/x-gap`,
      `x-gap of analysis at ${at} names inventory.gap.b, which is no gap of the ledger.`,
      { actual: 'inventory.gap.b' },
    ),
    finding('invalid-x-gap', `${at}/get/x-gap`, `x-gap of analysis at ${at}/get must be a gap id or a list of them.`, {
      actual: 7,
    }),
  ]);
});

test('loads the ledger from all folders, and reports findings with file and line', async () => {
  const specs = await mkdtemp(join(tmpdir(), 'contract-'));
  await mkdir(join(specs, 'b'));
  await mkdir(join(specs, 'a'));
  await writeFile(
    join(specs, 'a/claims.yaml'),
    `claims:\n  - ${JSON.stringify(claim)}\n  - id: b.x.y\n    kind: rule\n`,
  );
  await writeFile(join(specs, 'b/gaps.yaml'), `gaps:\n  - ${JSON.stringify(gap)}\n`);
  const ledger = await loadLedger(specs);
  expect(ledger).toEqual({ claims: [claim, { id: 'b.x.y', kind: 'rule' }], gaps: [gap] });
  expect(checkLedger(ledger, [contractWith({})])).toEqual(
    ['says', 'section', 'check', 'deviation'].map((field) =>
      finding('missing-field', '/claims/1', `The entry b.x.y needs a text in ${field}.`, {
        expected: field,
        file: join(specs, 'a/claims.yaml'),
        line: 3,
      }),
    ),
  );
});

test('rejects a ledger file without a list', async () => {
  const specs = await mkdtemp(join(tmpdir(), 'contract-'));
  await mkdir(join(specs, 'a'));
  await writeFile(join(specs, 'a/claims.yaml'), 'claims: 7\n');
  await expect(loadLedger(specs)).rejects.toThrow('The file must hold a list of mappings under claims:.');
});

test('accepts a claim id with two dot-separated parts, but not with one', () => {
  const findings = (id: string) =>
    checkLedger({ claims: [{ ...claim, id }], gaps: [] }, [contractWith({})]).map(({ ruleId }) => ruleId);
  expect(findings('payroll.environments')).toEqual([]);
  expect(findings('payroll')).toContain('ledger/invalid-id');
});
