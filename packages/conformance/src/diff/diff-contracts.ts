import {
  type ApiContract,
  isObject,
  joinPointer,
  locateSource,
  membersOf,
  omitUndefined,
  selectMediaType,
} from '@understudy/contract';
import { hashParts } from '../causes/step-issues.js';
import type { Cause } from '../results/cause.js';
import { isRangeOf, toRequestSchema, toResponseSchema } from './call-schemas.js';
import type { CallChange } from './changes.js';
import { compareSchemas } from './compare-schemas.js';
import { basesOf, compareBases, compareProtocols } from './compare-servers.js';
import { describeWire, listCredentials } from './describe-wire.js';
import { type DescribedCall, listCalls } from './list-calls.js';
import { type PlainSchema, PlainSchemas } from './plain-schemas.js';

/** A change to a description. Errors break the audience, and warnings might. */
export interface DescriptionChange extends Cause {
  readonly audience: CallChange['audience'];
  /** The call as `GET /path`, from the old description, or from the new one if the call was added. */
  readonly call: string;
  readonly side: CallChange['side'];
  /** A value that only one of the descriptions allows, which demonstrates a schema change. */
  readonly witness?: unknown;
}

/** Lists the changes between two descriptions that break clients or servers of the old one. */
export function diffContracts(before: ApiContract, after: ApiContract): DescriptionChange[] {
  const moved = findMovedBase(before, after);
  const [old, now] = [listCalls(before, moved?.isInPaths), listCalls(after, moved?.isInPaths)];
  const schemas = { readOnly: new PlainSchemas('readOnly'), writeOnly: new PlainSchemas('writeOnly') };
  const changes: DescriptionChange[] = [];
  const [first] = old.values();
  if (first !== undefined) {
    const base = { ...first, name: before.name, pointer: '/servers' };
    const shared = compareProtocols(before.document, after.document);
    if (moved?.isInPaths === false) shared.push(moved.change);
    changes.push(...shared.map((change) => toChange(base, base, change)));
  }
  for (const [key, call] of old) {
    const next = now.get(key);
    const removal = { rule: 'removed', side: 'operation', says: 'is removed', audience: 'consumers' } as const;
    if (next === undefined) changes.push(toChange(call, call, { ...removal, isMild: call.isSent }));
    else for (const change of compareCalls(call, next, schemas)) changes.push(toChange(call, next, change));
  }
  for (const [key, call] of now) {
    if (old.has(key)) continue;
    const audience = call.isSent ? 'consumers' : 'providers';
    const addition = { rule: 'added', side: 'operation', says: 'is added', audience, isMild: call.isSent } as const;
    changes.push(toChange(call, call, addition));
  }
  return group(changes).sort((one, other) => rank(one) - rank(other));
}

/** Returns how the servers' base path moved, if it did: to a different base path, or into the paths. */
function findMovedBase(
  before: ApiContract,
  after: ApiContract,
): { change: CallChange; isInPaths: boolean } | undefined {
  const [change] = compareBases(before.document, after.document);
  if (change === undefined) return undefined;
  const whole = [before, after].map((contract) => listCalls(contract, true));
  const [was, is] = [before, after].map(({ document }) => basesOf(document));
  const isInPaths = was?.[0] !== is?.[0] && [...(whole[0]?.keys() ?? [])].some((key) => whole[1]?.has(key));
  return { change, isInPaths };
}

/** Merges equal changes to several operations, which usually share a schema. */
function group(changes: readonly DescriptionChange[]): DescriptionChange[] {
  const groups = new Map<string, DescriptionChange[]>();
  for (const change of changes) {
    const { ruleId, audience, severity, pointer, title } = change;
    const shared = title.split(`${pointer} `).at(-1);
    const key =
      pointer === '' ? change.fingerprint : [ruleId, audience, severity, pointer.split('/').at(-1), shared].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const operations = [...new Set([first, ...others].flatMap(({ operationId }) => operationId ?? []))];
    if (operations.length === 1) return [first];
    const title = `${first.title.slice(0, -1)}, and the same in ${operations.length === 2 ? 'another operation' : `${operations.length - 1} other operations`}.`;
    return [{ ...first, title, operations }];
  });
}

function rank({ severity, audience }: DescriptionChange): number {
  return (severity === 'error' ? 0 : 2) + (audience === 'consumers' ? 0 : 1);
}

function toChange(before: DescribedCall, after: DescribedCall, change: CallChange): DescriptionChange {
  const { rule, side, says, audience, isMild, pointer = '', witness } = change;
  const { document } = after.contract;
  const place = locateSource(document, after.pointer);
  const ruleId = `${side}/${rule}`;
  return {
    fingerprint: hashParts([before.name, ruleId, audience, pointer, says]),
    title: `${before.name}: ${says}.`,
    kind: 'contract',
    severity: isMild === true ? 'warning' : 'error',
    ruleId,
    pointer,
    api: before.contract.name,
    operationId: before.operationId,
    ...(witness === undefined ? {} : { witness }),
    ...(place.file === undefined ? {} : { place: omitUndefined({ file: place.file, line: place.line }) }),
    ...{ claims: [], gaps: [], occurrences: [], audience, call: before.name, side },
  };
}

/** Lists the changes to one call. Requests that allow less break clients, as do responses that allow more. */
function compareCalls(
  old: DescribedCall,
  now: DescribedCall,
  sets: Readonly<Record<'readOnly' | 'writeOnly', PlainSchemas>>,
): CallChange[] {
  const changes: CallChange[] = [];
  for (const [side, toSchema] of [
    ['request', toRequestSchema],
    ['response', toResponseSchema],
  ] as const) {
    const isReceived = (side === 'request') !== old.isSent;
    const hidden = isReceived ? 'readOnly' : 'writeOnly';
    const schemas = sets[hidden];
    const plain = (call: DescribedCall, other: DescribedCall) => schemas.toPlain(call.document, toSchema(call, other));
    const pair = [plain(old, now), plain(now, old)] as const;
    for (const change of compareSchemas(schemas, pair, isReceived)) {
      const { rule, path, allows, says, isMild, witnesses } = change;
      const [part = '', ...below] = path;
      const hasContent = part === 'body' || side === 'response';
      const type = hasContent ? below[0] : undefined;
      const members = below.slice(hasContent ? 1 : 0);
      const isContent = type !== undefined && members.length === 0;
      const isSwitch = rule === 'removed' || rule === 'added';
      // Servers ignore or reject a removed request property, and clients can omit an added one.
      const isSwapped = isReceived && isSwitch;
      const isStatus = side === 'response' && type === undefined && isSwitch;
      const isType = isContent && type.includes('/') && isSwitch;
      // If the API sends the request and no media type is described, its response needs no body.
      const typesOf = (schema: PlainSchema) => namesIn(schema, [part]).filter((each) => each.includes('/'));
      const isBody =
        isType && side === 'response' && old.isSent && typesOf(pair[rule === 'added' ? 0 : 1]).length === 0;
      const [witness] = witnesses;
      const isRefused = schemas.check(pair[1], witness).some(({ severity }) => severity === 'error');
      // Clients can only choose between the described media types.
      const isNews = rule === 'added' && !isReceived && (isStatus || (isType && (old.isSent || type.includes('*'))));
      const rest = namesIn(pair[1], isType ? [part] : []);
      const isPartial = rule === 'removed' && side === 'response' && isRangeOf(type ?? part, rest);
      const breaksClients = isNews || (!isPartial && ((allows === 'less') === isReceived) !== (isSwapped && !isBody));
      const isSevere = !isNews && !isPartial && (isType || (isStatus && rule === 'removed' && part.startsWith('2')));
      const pointer = joinPointer('', ...members);
      const name = side === 'response' ? `the response ${part}` : part === 'body' ? 'the request body' : part;
      changes.push({
        rule,
        side,
        audience: breaksClients ? 'consumers' : 'providers',
        isMild: !isSevere && (isMild === true || (isSwapped && !(witnesses.length > 0 && isRefused))),
        pointer,
        ...(witnesses.length === 0 ? {} : { witness: partOf(witness, type === undefined ? [part] : [part, type]) }),
        says: `${[name, ...(isContent ? [`as ${type}`] : []), ...(pointer === '' ? [] : [pointer])].join(' ')} ${says}`,
      });
    }
  }
  changes.push(...compareSecurity(old, now), ...compareWire(old, now));
  const [was, is] = [old, now].map(({ node, document }) => (node['servers'] === undefined ? document : node));
  // Changes to servers that all calls share are listed only once, not for each call.
  if (was !== old.document || is !== now.document) changes.push(...compareBases(was, is));
  if (old.address !== now.address) {
    const says = `is called at ${now.address} now (was ${old.address})`;
    changes.push({ rule: 'callback-address', side: 'operation', says, audience: 'consumers' });
  }
  // Operations without an id are named after their paths.
  const isNamed = [old, now].some(({ node }) => node['x-understudy-unnamed'] !== true);
  if (old.operationId !== now.operationId && isNamed && !old.isSent) {
    const says = `has the operation id ${now.operationId} now (was ${old.operationId}): generated clients name it differently`;
    changes.push({ rule: 'operation-id', side: 'operation', says, audience: 'consumers', isMild: true });
  }
  return changes;
}

/** Returns the changed part of a witness, or the nearest enclosing part if the changed part is missing. */
function partOf(witness: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : inner),
    witness,
  );
}

/** Returns the member names at a path in a schema. */
function namesIn(schema: PlainSchema, path: readonly string[]): string[] {
  const inner = path.reduce<unknown>((node, name) => membersOf(membersOf(node)['properties'])[name], schema);
  return Object.keys(membersOf(membersOf(inner)['properties']));
}

/** Compares the serialization of parameters, headers and form parts, and the targets of links. */
function compareWire(old: DescribedCall, now: DescribedCall): CallChange[] {
  const after = describeWire(now);
  return [...describeWire(old)].flatMap(([name, was]): CallChange[] => {
    const is = after.get(name);
    const [, status] = name.split(' of the response ');
    const isLink = name.startsWith('link ') && Object.hasOwn(membersOf(now.node['responses']), status ?? '');
    const [from, to = []] = old.isSent ? [is ?? [], was] : [was, is];
    if ((is === undefined && !isLink) || from.every((way) => selectMediaType(new Set(to), way) !== undefined))
      return [];
    const way = `is written in another way: ${is?.join(', ')} (was ${was.join(', ')})`;
    const says = `the ${name} ${is === undefined ? 'is removed' : isLink ? 'leads elsewhere now' : way}`;
    const side = status === undefined ? 'request' : 'response';
    return [{ rule: isLink ? 'link' : 'style', side, says, audience: 'consumers', isMild: isLink }];
  });
}

/** Compares security requirements by the credentials that clients send. Each old alternative must satisfy a new one. */
function compareSecurity(old: DescribedCall, now: DescribedCall): CallChange[] {
  const waysOf = ({ security, contract: { document } }: DescribedCall) =>
    (security.length === 0 ? [{}] : security).map((way) =>
      Object.entries(way).map(([scheme, scopes]) => ({ scheme, scopes, sent: listCredentials(document, scheme) })),
    );
  const [before, after] = [waysOf(old), waysOf(now)];
  type Way = (typeof before)[number];
  const contains = (one: Way, other: Way) =>
    other.every(({ sent, scopes }) =>
      one.some(
        (each) => each.sent.every((way) => sent.includes(way)) && scopes.every((scope) => each.scopes.includes(scope)),
      ),
    );
  // A scheme name can now stand for a different credential, and the same credential can have a new name.
  const isPlain = ({ scheme, sent }: Way[number]) =>
    [...before, ...after].flat().every((each) => (each.scheme === scheme) === (String(each.sent) === String(sent)));
  const text = (way: Way) =>
    way
      .map((each) => [each.scheme, ...each.scopes, ...(isPlain(each) ? [] : [`(${each.sent.join(' or ')})`])].join(' '))
      .join(' and ') || 'no credentials';
  const needed = after.map(text).join(', or ');
  const lost = before.filter((way) => !after.some((each) => contains(way, each)));
  const gained = after.filter((way) => !before.some((each) => contains(way, each)));
  const change = (says: string, audience: CallChange['audience']): CallChange => ({
    ...{ rule: 'security', side: 'request', says, audience },
  });
  return [
    ...lost.map((way) => change(`${text(way)} no longer suffices; needed: ${needed}`, 'consumers')),
    ...gained.map((way) => change(`${text(way)} suffices now`, 'providers')),
  ];
}
