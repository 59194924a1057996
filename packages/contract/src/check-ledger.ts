import { basename, dirname } from 'node:path';
import type { ApiContract } from './api-contract.js';
import { truncateValue } from './describe-value.js';
import { createErrorFinding, type Finding } from './finding.js';
import { joinPointer } from './json-pointer.js';
import type { Ledger } from './ledger.js';
import { isObject } from './objects.js';
import { locateSource, sourceLocations } from './source-locations.js';

const claimFields = ['id', 'kind', 'says', 'section', 'check', 'deviation'] as const;
/** Gaps have no required section, because not every gap is about one section of a document. */
const gapFields = ['id', 'gap', 'assume', 'basis', 'confidence', 'why', 'risk', 'verify'] as const;
const optionalFields = { claims: ['untestable', 'appliesTo'], gaps: ['section', 'confirmedBy'] } as const;
const allowedValues: Readonly<Record<'claims' | 'gaps', Readonly<Record<string, readonly string[]>>>> = {
  claims: {
    kind: ['operation', 'schema', 'field', 'rule', 'state', 'error', 'limit', 'auth', 'event', 'example-flow'],
  },
  gaps: { basis: ['public', 'observed', 'inferred', 'invented'], confirmedBy: ['call'] },
};
const idPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/;

type Add = (rule: string, pointer: string, message: string, details?: Pick<Finding, 'expected' | 'actual'>) => void;

/**
 * Checks the ledger and the `x-gap`s of the descriptions. Pointers are `/claims/<index>` and `/gaps/<index>`, or lead
 * into a description. Rules: `ledger/missing-field`, `unknown-field`, `invalid-value`, `invalid-id`, `duplicate-id`,
 * `foreign-id` (a prefix without folder and API), `unknown-api`, `unknown-gap`, `invalid-x-gap`.
 */
export function checkLedger(ledger: Ledger, contracts: ApiContract[]): Finding[] {
  const findings: Finding[] = [];
  const folders = new Set([...ledger.claims, ...ledger.gaps].map(folderOf).filter((folder) => folder !== undefined));
  const apis = apisOf(ledger, contracts);
  const seen = new Set<string>();
  for (const list of ['claims', 'gaps'] as const) {
    for (const [index, entry] of ledger[list].entries()) {
      const add: Add = (rule, pointer, message, details = {}) => {
        const place = locateSource(entry, pointer);
        const at = `/${list}/${index}${pointer}`;
        findings.push(createErrorFinding(`ledger/${rule}`, message, at, { ...details, ...place }));
      };
      const fields = new Map<string, unknown>(Object.entries(entry));
      checkFields(list, fields, add);
      checkId(entry.id, new Set([...folders, ...apis]), seen, add);
      if (list === 'claims') checkAppliesTo(fields.get('appliesTo'), apis, add);
    }
  }
  const gaps = new Set(ledger.gaps.map(({ id }) => id));
  return [...findings, ...contracts.flatMap((contract) => checkGapReferences(contract, gaps))];
}

function apisOf({ claims }: Ledger, contracts: ApiContract[]): Set<string> {
  const apis = new Set(contracts.map(({ name }) => name));
  for (const claim of claims) {
    const folder = folderOf(claim);
    if (claim.sharedBy !== undefined) for (const api of claim.sharedBy) apis.add(api);
    else if (folder !== undefined) apis.add(folder);
  }
  return apis;
}

function folderOf(entry: object): string | undefined {
  const file = sourceLocations.get(entry)?.file;
  return file === undefined ? undefined : basename(dirname(file));
}

function checkFields(list: 'claims' | 'gaps', fields: ReadonlyMap<string, unknown>, add: Add): void {
  const required: readonly string[] = list === 'claims' ? claimFields : gapFields;
  const optional: readonly string[] = optionalFields[list];
  const name = String(fields.get('id') ?? `without id (${list})`);
  for (const field of required) {
    const value = fields.get(field);
    const message = `The entry ${name} needs a text in ${field}.`;
    if (isEmpty(value)) add('missing-field', value === undefined ? '' : `/${field}`, message, { expected: field });
  }
  for (const field of fields.keys()) {
    // `sharedBy` applies to the whole file.
    if (field === 'sharedBy' || required.includes(field) || optional.includes(field)) continue;
    const message = `The entry ${name} has the unknown field ${field}.`;
    add('unknown-field', joinPointer('', field), message, { expected: [...required, ...optional], actual: field });
  }
  for (const field of ['untestable', 'section']) {
    const value = fields.get(field);
    const message = `The entry ${name} has no text in ${field}; say why or leave it out.`;
    if (optional.includes(field) && value !== undefined && isEmpty(value))
      add('invalid-value', `/${field}`, message, { actual: truncateValue(value) });
  }
  for (const [field, allowed] of Object.entries(allowedValues[list])) {
    const value = fields.get(field);
    if (value === undefined || value === '' || allowed.includes(String(value))) continue;
    const message = `The ${field} of ${name} must be one of ${allowed.join(', ')}, but is "${value}".`;
    add('invalid-value', `/${field}`, message, { expected: allowed, actual: value });
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

function checkId(id: unknown, prefixes: ReadonlySet<string>, seen: Set<string>, add: Add): void {
  if (typeof id !== 'string' || id === '') return;
  const [prefix = ''] = id.split('.');
  const malformed = `The id "${id}" must be like analysis.presign.validity: lower-case words joined by dots.`;
  const foreign = `The id ${id} begins with ${prefix}, which is no API and no folder of the specs.`;
  const repeated = `The id ${id} is used twice; ids are unique over all claims and gaps.`;
  if (!idPattern.test(id)) add('invalid-id', '/id', malformed, { actual: id });
  if (!prefixes.has(prefix)) add('foreign-id', '/id', foreign, { expected: [...prefixes].sort(), actual: prefix });
  if (seen.has(id)) add('duplicate-id', '/id', repeated, { actual: id });
  seen.add(id);
}

function checkAppliesTo(value: unknown, apis: ReadonlySet<string>, add: Add): void {
  if (value === undefined) return;
  const isList = Array.isArray(value) && value.length > 0;
  for (const name of isList ? value : [value]) {
    if (isList && typeof name === 'string' && apis.has(name)) continue;
    const expected = [...apis].sort();
    const message = `appliesTo must be a list of APIs: ${expected.join(', ')}.`;
    add('unknown-api', '/appliesTo', message, { expected, actual: truncateValue(name) });
  }
}

/** `x-gap` can be anywhere except in examples. */
function checkGapReferences(contract: ApiContract, gaps: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  const add: Add = (rule, pointer, message, details = {}) => {
    const place = locateSource(contract.document, pointer);
    findings.push(createErrorFinding(`ledger/${rule}`, message, pointer, { ...details, ...place }));
  };
  const walk = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const at = joinPointer(pointer, key);
      if (key !== 'x-gap' || !isObject(node)) {
        walk(value, at);
        continue;
      }
      const where = `x-gap of ${contract.name} at ${pointer}`;
      for (const id of [value].flat()) {
        const unknown = `${where} names ${id}, which is no gap of the ledger.`;
        const invalid = `${where} must be a gap id or a list of them.`;
        if (typeof id !== 'string') add('invalid-x-gap', at, invalid, { actual: truncateValue(id) });
        else if (!gaps.has(id)) add('unknown-gap', at, unknown, { actual: id });
      }
    }
  };
  walk(contract.document, '');
  return findings;
}
