import {
  type ApiContract,
  isObject,
  joinPointer,
  locateSource,
  membersOf,
  type Operation,
  omitUndefined,
  resolveReference,
} from '@understudy/contract';
import { hashParts } from '../causes/step-issues.js';
import type { Cause } from '../results/cause.js';
import { toRequestSchema, toResponseSchema } from './call-schemas.js';
import { compareSchemas } from './compare-schemas.js';
import { describeCredential, describeStyle, listBasePaths } from './describe-wire.js';
import { PlainSchemas } from './plain-schemas.js';

/** A change to a description. An error breaks its audience. A warning might. */
export interface DescriptionChange extends Cause {
  /** Who is affected: clients written for the old description, or servers that implement it. */
  readonly audience: 'consumers' | 'providers';
  /** The call as `GET /path`, from the old description, or from the new one if the call was added. */
  readonly call: string;
  readonly side: 'request' | 'response' | 'operation';
  /** A value that only one of the descriptions allows, which shows a change of a schema. */
  readonly witness?: unknown;
}

type Node = Readonly<Record<string, unknown>>;

/** A call of an API, a callback or a webhook. */
interface DescribedCall {
  readonly name: string;
  readonly operationId: string;
  readonly contract: ApiContract;
  readonly pointer: string;
  readonly node: Node;
  /** True if the API sends the request. */
  readonly isSent: boolean;
  readonly security: Operation['security'];
}

interface Change {
  readonly rule: string;
  readonly side: DescriptionChange['side'];
  readonly says: string;
  readonly audience: DescriptionChange['audience'];
  readonly isMild?: boolean | undefined;
  readonly pointer?: string;
  readonly witness?: unknown;
}

/** Lists the changes between two descriptions that break clients or servers of the old one. */
export function diffContracts(before: ApiContract, after: ApiContract): DescriptionChange[] {
  const moved = findMovedBase(before, after);
  const [old, now] = [listCalls(before, moved?.isInPaths), listCalls(after, moved?.isInPaths)];
  const schemas = { readOnly: new PlainSchemas('readOnly'), writeOnly: new PlainSchemas('writeOnly') };
  const changes: DescriptionChange[] = [];
  const [first] = old.values();
  if (moved?.isInPaths === false && first !== undefined) {
    const base = { ...first, name: before.name, pointer: '/servers' };
    changes.push(
      toChange(base, base, { rule: 'base-path', side: 'operation', says: moved.says, audience: 'consumers' }),
    );
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

/** Returns how the base path of the servers has moved, if it has: to another one, or into the paths. */
function findMovedBase(before: ApiContract, after: ApiContract): { says: string; isInPaths: boolean } | undefined {
  const [was, is] = [before, after].map(({ document }) => listBasePaths(document)) as [string[], string[]];
  if (was.length === 0 || is.length === 0 || was.some((each) => is.includes(each))) return undefined;
  const whole = [before, after].map((contract) => listCalls(contract, true));
  const isInPaths = [...(whole[0]?.keys() ?? [])].some((key) => whole[1]?.has(key));
  return { says: `the base path is ${is.join(' or ')} now (was ${was.join(' or ')})`, isInPaths };
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

function toChange(before: DescribedCall, after: DescribedCall, change: Change): DescriptionChange {
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

/** Indexes calls by method and path, with the base path if wanted, ignoring path parameter names. */
function listCalls(contract: ApiContract, isWhole = false): Map<string, DescribedCall> {
  const { document } = contract;
  const base = isWhole ? (listBasePaths(document)[0] ?? '') : '';
  const calls = new Map<string, DescribedCall>();
  for (const operation of contract.operations.values()) {
    const { method, path, operationId, security } = operation;
    const pointer = joinPointer('', 'paths', path, method.toLowerCase());
    const node = nodeOf(document, document.paths?.[path], method);
    const call = { name: `${method} ${path}`, operationId, contract, pointer, node, isSent: false, security };
    calls.set(`${method} ${base}${path.replaceAll(/\{[^{}]*\}/g, '{}')}`, call);
    for (const [name, callback] of Object.entries(membersOf(node['callbacks'])))
      for (const [address, item] of Object.entries(membersOf(resolveReference(document, callback))))
        addSent(
          calls,
          { ...call, pointer: joinPointer(pointer, 'callbacks', name, address) },
          `callback ${name} of ${call.name}`,
          item,
        );
  }
  for (const [name, item] of Object.entries(membersOf(document['webhooks']))) {
    const pointer = joinPointer('', 'webhooks', name);
    const base = { name, operationId: name, contract, pointer, node: {}, isSent: true, security: [] };
    addSent(calls, base, `webhook ${name}`, item);
  }
  return calls;
}

function addSent(calls: Map<string, DescribedCall>, base: DescribedCall, name: string, item: unknown): void {
  for (const method of ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']) {
    const node = nodeOf(base.contract.document, item, method);
    if (Object.keys(node).length > 0)
      calls.set(`${name} ${method}`, { ...base, name, node, isSent: true, security: [] });
  }
}

/** Returns an operation with the parameters of its path item. */
function nodeOf(document: unknown, item: unknown, method: string): Node {
  const path: Node = resolveReference(document, item) ?? {};
  const node = path[method.toLowerCase()];
  return isObject(node) ? { ...node, parameters: [path['parameters'] ?? [], node['parameters'] ?? []].flat() } : {};
}

/** Lists the changes to one call. Requests that allow less break clients, as do responses that allow more. */
function compareCalls(
  old: DescribedCall,
  now: DescribedCall,
  sets: Readonly<Record<'readOnly' | 'writeOnly', PlainSchemas>>,
): Change[] {
  const changes: Change[] = [];
  for (const [side, toSchema] of [
    ['request', toRequestSchema],
    ['response', toResponseSchema],
  ] as const) {
    const isReceived = (side === 'request') !== old.isSent;
    const hidden = isReceived ? 'readOnly' : 'writeOnly';
    const schemas = sets[hidden];
    const plain = (call: DescribedCall) =>
      schemas.toPlain(call.contract.document, toSchema({ node: call.node, document: call.contract.document }));
    for (const change of compareSchemas(schemas, [plain(old), plain(now)], isReceived)) {
      const { rule, path, allows, says, isMild, witnesses } = change;
      const [part = '', ...below] = path;
      const hasContent = part === 'body' || side === 'response';
      const type = hasContent ? below[0] : undefined;
      const members = below.slice(hasContent ? 1 : 0);
      const isContent = type !== undefined && members.length === 0;
      // A removed request property is ignored or rejected, and an added one need not be sent.
      const isSwapped = isReceived && (rule === 'removed' || rule === 'added');
      const isBound = !isReceived && allows === 'more' && /^(?:m[ia][nx]|exclusive)/.test(rule);
      const isStatus = side === 'response' && type === undefined && rule === 'added';
      const breaksClients = ((allows === 'less') === isReceived) !== isSwapped || isStatus;
      const pointer = joinPointer('', ...members);
      const name = side === 'response' ? `the response ${part}` : part === 'body' ? 'the request body' : part;
      changes.push({
        rule,
        side,
        audience: breaksClients ? 'consumers' : 'providers',
        isMild: isContent && isSwapped ? false : isMild === true || isSwapped || isBound,
        pointer,
        ...(witnesses.length === 0
          ? {}
          : { witness: partOf(witnesses[0], type === undefined ? [part] : [part, type]) }),
        says: `${[name, ...(isContent ? [`as ${type}`] : []), ...(pointer === '' ? [] : [pointer])].join(' ')} ${says}`,
      });
    }
  }
  changes.push(...compareSecurity(old, now), ...compareStyles(old, now));
  if (old.operationId !== now.operationId && !old.isSent) {
    const says = `has the operation id ${now.operationId} now (was ${old.operationId}): generated clients name it differently`;
    changes.push({ rule: 'operation-id', side: 'operation', says, audience: 'consumers', isMild: true });
  }
  return changes;
}

/** Returns the part of a witness that a change is about, or all of it if the part is missing. */
function partOf(witness: unknown, path: readonly string[]): unknown {
  const part = path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), witness);
  return part === undefined ? witness : part;
}

/** Compares how parameters write arrays and objects. */
function compareStyles(old: DescribedCall, now: DescribedCall): Change[] {
  const stylesOf = ({ node, contract: { document } }: DescribedCall) => {
    const given: readonly unknown[] = [node['parameters'] ?? []].flat();
    const parameters = given.flatMap((each): Node[] => [resolveReference(document, each) ?? {}]);
    return new Map(parameters.map((each) => [`${each['in']} ${each['name']}`, describeStyle(document, each)]));
  };
  const after = stylesOf(now);
  return [...stylesOf(old)].flatMap(([name, style]): Change[] => {
    const is = after.get(name);
    if (!after.has(name) || style === is) return [];
    const says = `the ${name.replace(' ', ' parameter ')} is written in another way: ${is ?? 'as one value'} (was ${style ?? 'as one value'})`;
    return [{ rule: 'style', side: 'request', says, audience: 'consumers' }];
  });
}

/** Compares security requirements by what clients send. Each old way to authenticate must satisfy a new one. */
function compareSecurity(old: DescribedCall, now: DescribedCall): Change[] {
  const waysOf = ({ security, contract: { document } }: DescribedCall) =>
    (security.length === 0 ? [{}] : security).map((way) =>
      Object.entries(way).map(([scheme, scopes]) => ({ scheme, scopes, sent: describeCredential(document, scheme) })),
    );
  const [before, after] = [waysOf(old), waysOf(now)];
  type Way = (typeof before)[number];
  const contains = (one: Way, other: Way) =>
    other.every(({ sent, scopes }) =>
      one.some((each) => each.sent === sent && scopes.every((scope) => each.scopes.includes(scope))),
    );
  // The same name can stand for another credential, and another name for the same one.
  const isPlain = ({ scheme, sent }: Way[number]) =>
    [...before, ...after].flat().every((each) => (each.scheme === scheme) === (each.sent === sent));
  const text = (way: Way) =>
    way
      .map((each) => [each.scheme, ...each.scopes, ...(isPlain(each) ? [] : [`(${each.sent})`])].join(' '))
      .join(' and ') || 'no credentials';
  const needed = after.map(text).join(', or ');
  const lost = before.filter((way) => !after.some((each) => contains(way, each)));
  const gained = after.filter((way) => !before.some((each) => contains(way, each)));
  const change = (says: string, audience: Change['audience']): Change => ({
    ...{ rule: 'security', side: 'request', says, audience },
  });
  return [
    ...lost.map((way) => change(`${text(way)} no longer suffices; needed: ${needed}`, 'consumers')),
    ...gained.map((way) => change(`${text(way)} suffices now`, 'providers')),
  ];
}
