import {
  type ApiContract,
  ContractError,
  type Finding,
  isObject,
  joinPointer,
  locateSource,
  membersOf,
  parsePointer,
  stringifyJson,
  suggestName,
} from '@understudy/contract';
import type { DataScopes } from '@understudy/kernel';
import { getMember, isSeed, mostRecords, type Resource, readCounts, valuesAt } from '@understudy/model';
import { createMinimalValue } from '../answer/create-minimal-value.js';
import { shapeValue } from '../answer/show-stored.js';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { sequenceOf, setLastNumber } from '../handle/behavior/fill-form.js';
import { EntityStore } from '../handle/entity-store.js';
import { generatedSeeds } from '../handle/generated-seed.js';
import { findSeededCollection, maxSeededRecords, type SeededCollection } from './seed-data.js';

/** Maximum number of invalid records to report. */
const mostFindings = 20;

/** Adds the seed of the model if the given seed also generates records for unnamed collections. */
function withDescribed({ plan }: ApiRuntime, data: unknown): Record<string, unknown> {
  if (!isObject(data)) return {};
  return '*' in data ? { ...readCounts(plan.model), ...data } : data;
}

interface SeedInput {
  readonly scopes: DataScopes;
  /** ISO 8601 instant. Generated records are dated before it. */
  readonly at: string;
  readonly salt: string;
}

/**
 * Stores the records of a seed, and the numbers of records to generate on first use.
 *
 * @throws ContractError for an unknown collection, or a record that does not match its schema
 */
export async function applySeed(
  served: ApiRuntime,
  contract: Pick<ApiContract, 'validator' | 'name'>,
  data: unknown,
  { scopes, at, salt }: SeedInput,
): Promise<void> {
  const counts: Record<string, number> = Object.create(null);
  const findings: Finding[] = [];
  const report = (message: string, ...path: readonly (string | number)[]) => {
    const pointer = joinPointer('', ...path.map(String));
    const said = `The seed of ${contract.name}: ${message}`;
    findings.push({ ruleId: 'seed/record', severity: 'error', message: said, pointer, ...locateSource(data, pointer) });
  };
  if (!isObject(data)) report('it must be an object keyed by collection');
  let total = 0;
  for (const [name, value] of Object.entries(withDescribed(served, data))) {
    const found = findSeededCollection(served.plan, name);
    if (!isSeed(value))
      report(`${name} must be a list of at most ${mostRecords} records, or how many to generate`, name);
    else if (typeof value === 'number' && (name === '*' || found?.resource.name === name)) counts[name] = value;
    else if (found === undefined || !Array.isArray(value)) {
      const names = [...served.plan.resources.values()].map((each) =>
        each.parents === 0 ? each.name : each.shape.replaceAll('{}', '<key>'),
      );
      report(
        `unknown collection "${name}"; available: ${names.slice(0, 20).join(', ')}.${suggestName(name, names)}`,
        name,
      );
    } else {
      total += value.length;
      if (total > maxSeededRecords) report(`it has more than ${maxSeededRecords} records`, name);
      else await storeRecords(served, contract, { ...found, name, records: value, scopes, report });
    }
    if (findings.length > mostFindings) break;
  }
  if (findings.length > 0) throw new ContractError(findings);
  if (Object.keys(counts).length > 0)
    await scopes.shared.collection(generatedSeeds).put('seed', { salt, at, counts: { ...counts } });
}

interface GivenRecords extends SeededCollection {
  readonly name: string;
  readonly records: readonly unknown[];
  readonly scopes: DataScopes;
  readonly report: (message: string, ...path: readonly (string | number)[]) => void;
}

async function storeRecords(
  served: ApiRuntime,
  { validator }: Pick<ApiContract, 'validator'>,
  { resource, parents, name, records, scopes, report }: GivenRecords,
): Promise<void> {
  const { schemas } = served.plan;
  const { properties, required } = schemas.chosen(resource.schema);
  const check = validator(isObject(resource.schema) ? resource.schema : {});
  const facts = { now: new Date(0), baseUrl: 'http://localhost' };
  // No response contains these members, so records do not need them.
  const unread = [...required].filter((member) => schemas.flat(properties.get(member)).keywords['writeOnly'] === true);
  const keys = new Set<string>();
  const entities = records.map((given, index) => {
    const wrong = (message: string, ...path: readonly string[]) =>
      report(`${name}[${index}]${message}`, name, index, ...path);
    // CSV values have no types.
    const isText = locateSource(records, `/${index}`).file?.endsWith('.csv');
    const record: unknown = isText === true ? shapeValue(schemas, given, resource.schema, facts) : given;
    const value = resource.key === undefined ? index + 1 : getMember(record, resource.key);
    const key = resource.single ? '' : String(value ?? '');
    if (!resource.single && (key === '' || typeof value === 'object')) wrong(` has no ${resource.key}`);
    else if (keys.has(key)) wrong(`: another record has ${resource.key} ${stringifyJson(value)}, too`);
    keys.add(key);
    const hidden = unread.map((member) => [member, createMinimalValue(schemas, properties.get(member), facts, member)]);
    for (const { message, pointer } of check({ ...Object.fromEntries(hidden), ...membersOf(record) }))
      wrong(`: ${message}`, ...parsePointer(pointer));
    for (const member of Object.keys(membersOf(given))) {
      const meant = properties.has(member) ? '' : suggestName(member, properties.keys());
      if (meant !== '') wrong(` has no member "${member}".${meant}`, member);
    }
    return { key, fields: isObject(record) ? record : {} };
  });
  await new EntityStore({ scopes }, resource, parents).fill(entities);
  continueSequences(served, { scopes, resource }, records);
}

/** Makes the sequences of a resource continue after the numbers in the given records. */
function continueSequences(
  { plan }: ApiRuntime,
  { scopes, resource }: { readonly scopes: DataScopes; readonly resource: Resource },
  records: readonly unknown[],
): void {
  const { forms = [], key } = plan.behavior.resources.get(resource.name) ?? {};
  const keyName = resource.key ?? 'id';
  const keyLocation = { names: keyName.split('.'), name: keyName };
  const ofKey = key === undefined ? [] : [{ ...key, path: keyLocation }];
  for (const { path: member, form, per } of [...forms, ...ofKey]) {
    const pattern = patternOf(form);
    if (pattern === undefined) continue;
    const lasts = new Map<string, number>();
    for (const record of records) {
      const name = sequenceOf(resource.name, member, per === undefined ? undefined : getMember(record, per));
      for (const value of valuesAt(record, member))
        lasts.set(name, Math.max(lasts.get(name) ?? 0, Number(pattern.exec(String(value))?.[1] ?? 0)));
    }
    for (const [name, last] of lasts) if (last > 0) setLastNumber({ scopes }, name, last);
  }
}

/** Returns a pattern that extracts the sequence number from a value in a format. */
function patternOf(form: string): RegExp | undefined {
  if (form === 'integer') return /^(\d+)$/;
  if (!form.includes('{sequence')) return undefined;
  const parts = form.split(/(\{[^{}]+\})/).map((part) => {
    if (part.startsWith('{sequence')) return '(\\d+)';
    if (/^\{(?:year|month|day|digits)\b/.test(part)) return '\\d+';
    return part.startsWith('{') ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}
