import { basename, dirname } from 'node:path';
import type { ApiContract } from './api-contract.js';
import { truncateValue } from './describe-value.js';
import type { Finding } from './finding.js';
import { isObject } from './is-object.js';
import { joinPointer } from './json-pointer.js';
import type { Ledger } from './ledger.js';
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
  const seen = new Map<string, string>();
  for (const list of ['claims', 'gaps'] as const) {
    for (const [index, entry] of ledger[list].entries()) {
      const add: Add = (rule, pointer, message, details = {}) => {
        const place = locateSource(entry, pointer);
        const at = `/${list}/${index}${pointer}`;
        findings.push({ ruleId: `ledger/${rule}`, severity: 'error', message, pointer: at, ...details, ...place });
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

/** Lists the APIs with a description or a ledger file. */
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
    if (typeof value !== 'string' || value.trim() === '') {
      add('missing-field', value === undefined ? '' : `/${field}`, `The entry ${name} needs a text in ${field}.`, {
        expected: field,
      });
    }
  }
  for (const field of fields.keys()) {
    // `sharedBy` applies to the whole file.
    if (field === 'sharedBy') continue;
    if (!required.includes(field) && !optional.includes(field)) {
      const expected = [...required, ...optional];
      add('unknown-field', joinPointer('', field), `The entry ${name} has the unknown field ${field}.`, {
        expected,
        actual: field,
      });
    }
  }
  for (const field of ['untestable', 'section']) {
    const value = fields.get(field);
    if (optional.includes(field) && value !== undefined && (typeof value !== 'string' || value.trim() === '')) {
      add('invalid-value', `/${field}`, `The entry ${name} has no text in ${field}; say why or leave it out.`, {
        actual: truncateValue(value),
      });
    }
  }
  for (const [field, allowed] of Object.entries(allowedValues[list])) {
    const value = fields.get(field);
    if (value === undefined || value === '' || allowed.includes(String(value))) continue;
    const message = `The ${field} of ${name} must be one of ${allowed.join(', ')}, but is "${value}".`;
    add('invalid-value', `/${field}`, message, { expected: allowed, actual: value });
  }
}

function checkId(id: unknown, prefixes: ReadonlySet<string>, seen: Map<string, string>, add: Add): void {
  if (typeof id !== 'string' || id === '') return;
  if (!idPattern.test(id)) {
    add(
      'invalid-id',
      '/id',
      `The id "${id}" must be like analysis.presign.validity: lower-case words joined by dots.`,
      { actual: id },
    );
  }
  const [prefix = ''] = id.split('.');
  if (!prefixes.has(prefix)) {
    const expected = [...prefixes].sort();
    add('foreign-id', '/id', `The id ${id} begins with ${prefix}, which is no API and no folder of the specs.`, {
      expected,
      actual: prefix,
    });
  }
  if (seen.has(id)) {
    add('duplicate-id', '/id', `The id ${id} is used twice; ids are unique over all claims and gaps.`, { actual: id });
  }
  seen.set(id, id);
}

function checkAppliesTo(value: unknown, apis: ReadonlySet<string>, add: Add): void {
  if (value === undefined) return;
  const names: unknown[] = Array.isArray(value) ? value : [value];
  for (const name of names.length === 0 || !Array.isArray(value) ? [value] : names) {
    if (typeof name !== 'string' || !Array.isArray(value) || !apis.has(name)) {
      const expected = [...apis].sort();
      add('unknown-api', '/appliesTo', `appliesTo must be a list of APIs: ${expected.join(', ')}.`, {
        expected,
        actual: truncateValue(name),
      });
    }
  }
}

/** `x-gap` can be anywhere except in examples. */
function checkGapReferences(contract: ApiContract, gaps: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  const add: Add = (rule, pointer, message, details = {}) => {
    const place = locateSource(contract.document, pointer);
    findings.push({ ruleId: `ledger/${rule}`, severity: 'error', message, pointer, ...details, ...place });
  };
  const walk = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const at = joinPointer(pointer, key);
      if (key !== 'x-gap' || !isObject(node)) {
        walk(value, at);
        continue;
      }
      const ids: unknown[] = Array.isArray(value) ? value : [value];
      for (const id of ids) {
        if (typeof id !== 'string') {
          add('invalid-x-gap', at, `x-gap of ${contract.name} at ${pointer} must be a gap id or a list of them.`, {
            actual: truncateValue(id),
          });
        } else if (!gaps.has(id)) {
          add(
            'unknown-gap',
            at,
            `x-gap of ${contract.name} at ${pointer} names ${id}, which is no gap of the ledger.`,
            { actual: id },
          );
        }
      }
    }
  };
  walk(contract.document, '');
  return findings;
}
