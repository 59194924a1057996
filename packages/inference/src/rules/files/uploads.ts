import { joinPointer } from '@understudy/contract';
import {
  type FlatSchema,
  lastSegment,
  listPathParameters,
  normalizeName,
  type OperationPlan,
  type Resource,
  type SchemaReader,
  toPathShape,
} from '@understudy/model';
import { fileFacts, fileTypes } from '../../words/file-members.js';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

/** The record that a file belongs to, or an item in a list of it. */
interface Holder {
  readonly resource: Resource;
  /** The expression for the record, and for its key. */
  readonly record: string;
  readonly key: string;
  readonly schema: unknown;
  readonly list?: { readonly member: string; readonly is: string };
}

export const uploads: InferenceRule = {
  id: 'uploads',
  says: 'An upload below a record sets the members of the record with the name of the file: its address, or its size, type, name and hash. Until then a download is not found.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const plan of known.plan.operations.values()) {
      const holder = isUpload(plan) ? holderOf(known, plan) : undefined;
      if (holder !== undefined) yield* statementsOf(known, plan, holder);
    }
  },
};

function isUpload({ operation, does }: OperationPlan): boolean {
  const types = Object.keys(operation.requestBody?.content ?? {});
  const isChange = operation.method === 'PUT' || operation.method === 'POST';
  return isChange && /^(?:answer|act)$/.test(does) && types.length > 0 && types.every((type) => fileTypes.test(type));
}

function holderOf({ plan: { schemas } }: Knowledge, upload: OperationPlan): Holder | undefined {
  const { through, operation } = upload;
  const { resource } = upload.resource === undefined ? (through.at(-1) ?? {}) : upload;
  const names = listPathParameters(operation.path);
  if (resource === undefined || resource.parents > 0) return undefined;
  const rest = toPathShape(operation.path).slice(resource.shape.length).split('/').slice(1);
  const parameter = (index: number) => `path[${JSON.stringify(names[index] ?? '')}]`;
  const record = `find(${JSON.stringify(resource.name)}, ${parameter(0)})`;
  const base = { resource, record, key: parameter(0) };
  if (rest.length === 2 && rest[0] === '{}') return { ...base, schema: resource.schema };
  const [, member = '', item] = rest;
  const items = schemas.chosen(schemas.member(resource.schema, member)).items;
  if (rest.length !== 4 || item !== '{}' || items === undefined || !schemas.chosen(items).properties.has('id'))
    return undefined;
  return { ...base, schema: items, list: { member, is: `each.id == ${parameter(1)}` } };
}

function* statementsOf({ plan }: Knowledge, upload: OperationPlan, holder: Holder): Iterable<InferredStatement> {
  const { operation } = upload;
  const word = normalizeName(lastSegment(operation.path));
  const set = membersOf(plan.schemas, holder, { word, path: operation.path });
  const [first] = Object.keys(set);
  if (first === undefined) return;
  const { resource, record, key, schema, list } = holder;
  const at = joinPointer('/operations', operation.operationId);
  const reason = { from: placeOfOperation(operation), says: operation.path };
  const told =
    list === undefined
      ? asData(set)
      : {
          [list.member]: `=${record}.${list.member}.map(each, ${list.is} ? ${withMembers(plan.schemas, schema, set)} : each)`,
        };
  yield { at: joinPointer(at, 'then', 'file'), value: { update: resource.name, key, set: told }, reason };
  const shown = list === undefined ? record : `${record}.${list.member}.filter(each, ${list.is})[0]`;
  const [, entry] =
    [...(upload.responses.find(({ key: status }) => status.startsWith('2'))?.content ?? [])].find(([type]) =>
      type.includes('json'),
    ) ?? [];
  if (entry !== undefined) yield { at: joinPointer(at, 'answer'), value: `=${shown}`, reason };
  const download = [...plan.operations.values()].find(
    (each) => each.operation.method === 'GET' && each.operation.path === operation.path && each.does === 'answer',
  );
  if (download === undefined || !download.operation.statuses.includes('404')) return;
  const missing =
    list === undefined
      ? `${record}.${first} != null`
      : `${record}.${list.member}.exists(each, ${list.is} && each.${first} != null)`;
  yield { at: joinPointer('/operations', download.operation.operationId, 'needs', 'missing'), value: missing, reason };
}

/** The members that a file sets, with an expression for each. */
function membersOf(
  schemas: SchemaReader,
  { schema }: Holder,
  { word, path }: { readonly word: string; readonly path: string },
): Readonly<Record<string, string>> {
  const set: Record<string, string> = {};
  for (const [name, property] of schemas.chosen(schema).properties) {
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    const plain = normalizeName(name);
    const flat = schemas.chosen(
      property,
      (kinds) => kinds.find((kind) => schemas.chosen(kind).properties.size > 0) ?? kinds[0],
    );
    const isText = flat.types.includes('string');
    if (isText && [`${word}url`, `${word}uri`, `${word}link`, `${word}href`, `${word}path`].includes(plain))
      set[name] = addressOf(path);
    else if (flat.properties.size > 0 && [word, `${word}file`, `${word}info`].includes(plain)) {
      const facts = factsIn(flat);
      if (facts.length > 0)
        set[name] = `{${facts.map(([member, value]) => `${JSON.stringify(member)}: ${value}`).join(', ')}}`;
    } else if (flat.types.includes('boolean') && plain === `has${word}`) set[name] = 'true';
  }
  return set;
}

function factsIn({ properties }: FlatSchema): (readonly [string, string])[] {
  return [...properties.keys()].flatMap((name) => {
    const value = fileFacts.find(([form]) => form.test(normalizeName(name)))?.[1];
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** The address of a file: its path with the values of the request. */
function addressOf(path: string): string {
  const parts = path.split(/\{([^{}]+)\}/);
  return parts
    .map((part, index) => (index % 2 === 0 ? JSON.stringify(part) : `string(path[${JSON.stringify(part)}])`))
    .filter((part) => part !== '""')
    .join(' + ');
}

function asData(set: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, `=${value}`]));
}

/** An item of a list with other members. */
function withMembers(schemas: SchemaReader, schema: unknown, set: Readonly<Record<string, string>>): string {
  const names = [...schemas.chosen(schema).properties.keys()].filter((name) => /^[A-Za-z_]\w*$/.test(name));
  return `{${names.map((name) => `${JSON.stringify(name)}: ${set[name] ?? `each.${name}`}`).join(', ')}}`;
}
