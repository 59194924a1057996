import { isDeepStrictEqual } from 'node:util';
import { isObject, membersOf } from '@understudy/contract';
import { toKeyText } from '@understudy/described';
import { type ApiPlan, getMember, type OperationStatement } from '@understudy/model';
import type { CallerFacts } from './caller-facts.js';
import { findCausedRecords, learnCausedRecords } from './caused-records.js';
import { groupBy } from './count-values.js';
import { findDefault, membersOfRequests } from './find-default.js';
import { type Example, type FoundTerm, findExpression, findGenerated, type Term } from './find-expression.js';
import { instantOf } from './instant-of.js';
import { keyFormOf } from './key-form-of.js';
import type { LearnedBehavior, OperationExchange } from './learn-http-conventions.js';
import { learnStoredLists } from './learn-stored-lists.js';
import type { RecordedOperation } from './observe-recording.js';
import { type KnownChange, recordsNamedBy, type Sample, type Scene, tellStory } from './record-story.js';
import { type RecordReader, type RecordUse, recordsIn, scalarsOf } from './record-use.js';
import { findRecordUses, stateUse } from './record-uses.js';
import { isDone } from './recorded-exchange.js';
import { stateResource } from './state-resource.js';
import { toAccess, toLiteral } from './to-cel.js';

/** Maximum number of rounds to find changes. */
const mostRounds = 6;

export interface LearnedRecords {
  readonly uses: ReadonlyMap<string, RecordUse>;
  readonly behaviors: readonly LearnedBehavior[];
  readonly scenes: ReadonlyMap<OperationExchange['exchange'], Scene>;
  readonly statesOf: (resource: string, member: string) => readonly unknown[];
}

/** Learns how operations use records, which members they set, and what else they change. */
export function learnRecords(
  all: readonly OperationExchange[],
  operations: readonly RecordedOperation[],
  plan: ApiPlan,
  callers: ReadonlyMap<OperationExchange['exchange'], CallerFacts>,
): LearnedRecords {
  const uses = findRecordUses(operations, plan);
  const read = createRecordReader(plan);
  const given = { read, caused: findCausedRecords(all, uses, read), callers, completed: new Map() };
  const { changes, quiet } = findChanges(all, uses, given);
  const { scenes, lists, known, keys, statesOf } = tellStory(all, uses, { ...given, changes, quiet });
  const created = [...groupBy(scenes, ({ operation }) => operation)].flatMap(([id, own]) =>
    uses.get(id)?.does === 'create' ? initialsOf(own, membersOfRequests(plan, id)) : [],
  );
  const learned = operations.flatMap((operation): LearnedBehavior[] => {
    const use = uses.get(operation.id);
    if (use === undefined) return [];
    const statement = stateUse(use, operation, read, known);
    const { list } = plan.operations.get(operation.id) ?? {};
    const under = Object.fromEntries(Object.entries(statement.under ?? {}).map(([name, from]) => [name, String(from)]));
    const ofList = lists.filter(({ scene }) => scene.operation === operation.id);
    const listed = learnStoredLists(ofList, list, under).map((each) => ({ operation: operation.id, ...each }));
    if (!use.isLearned) return listed;
    const described = [...plan.resources.values()].find(({ name }) => name === use.resource);
    const ofUse = described === undefined ? stateResource(use, uses, operations, plan) : { key: { member: use.key } };
    // A statement can set only members that the description lists.
    const isStated =
      described === undefined ||
      (described.key === undefined && plan.schemas.chosen(described.schema).properties.has(use.key));
    const resource = isStated ? { [use.resource]: ofUse } : {};
    const seen = operation.exchanges.filter(isDone).length;
    const says = `${use.does} ${use.resource}, by ${use.key}`;
    return [{ operation: operation.id, says, seen, contradicted: 0, statement, resources: resource }, ...listed];
  });
  const forms = operations.flatMap(({ id }): LearnedBehavior[] => {
    const use = uses.get(id);
    const made = use?.does === 'create' ? (keys.get(use.resource) ?? []) : [];
    const form = keyFormOf(made);
    const isDescribed = use !== undefined && known(use.resource, made[0] ?? '')?.[use.key] !== undefined;
    if (form === undefined || !isDescribed) return [];
    const key = { member: use.key, form };
    const says = `${use.resource} have keys such as ${form}`;
    return [{ operation: id, says, seen: made.length, contradicted: 0, resources: { [use.resource]: { key } } }];
  });
  return {
    uses,
    statesOf,
    behaviors: [
      ...learned,
      ...forms,
      ...[...created, ...changes].map(toBehavior),
      ...learnCausedRecords(scenes, given.caused),
    ],
    scenes: new Map(scenes.map((scene) => [scene.exchange, scene])),
  };
}

/** Reads the described members of records in a response, because statements cannot refer to others. */
function createRecordReader({ resources, schemas }: ApiPlan): RecordReader {
  const byName = new Map([...resources.values()].map(({ name, schema }) => [name, schema]));
  const described = (fields: unknown, schema: unknown): unknown => {
    const { properties, open } = schemas.chosen(schema);
    // An open object can have members that its description omits.
    if (!isObject(fields) || open || properties.size === 0) return fields;
    const own = Object.entries(fields).filter(([name]) => properties.has(name));
    return Object.fromEntries(own.map(([name, value]) => [name, described(value, properties.get(name))]));
  };
  return (use, exchange) =>
    recordsIn(use, exchange).flatMap((record) => {
      const key = toKeyText(getMember(record, use.key));
      return key === undefined ? [] : [[key, membersOf(described(record, byName.get(use.resource)))]];
    });
}

/** Finds the changes that operations make, and the positions through which they change nothing. */
function findChanges(
  all: readonly OperationExchange[],
  uses: ReadonlyMap<string, RecordUse>,
  given: Parameters<typeof tellStory>[2],
) {
  const changes: Change[] = [];
  const quiet = new Set<string>();
  // A change found in one round separates its effect from that of other changes.
  for (let round = 0; round < mostRounds; round += 1) {
    const { samples, mixed } = tellStory(all, uses, { ...given, changes, quiet });
    const before = changes.length + quiet.size;
    const isChange = (place: string) => changes.some(({ operation, via }) => `${operation} ${via}` === place);
    for (const [place, own] of groupBy(samples, ({ scene, via }) => `${scene.operation} ${via}`)) {
      if (own.length < 2 || quiet.has(place)) continue;
      const found = changesIn(own, uses);
      if (found.length === 0) quiet.add(place);
      else if (!isChange(place)) changes.push(...found);
    }
    // A new record more often only refers to other records than changes them.
    if (changes.length + quiet.size === before) for (const place of mixed) if (!isChange(place)) quiet.add(place);
    if (changes.length + quiet.size === before) break;
  }
  return { changes, quiet };
}

interface Change extends KnownChange {
  readonly use: RecordUse;
  /** The resource of the changed record, if it differs from that of the operation. */
  readonly resource: string;
  readonly found: FoundTerm;
  readonly all: number;
}

function toBehavior({ operation, via, member, resource, found, all }: Change): LearnedBehavior {
  const { key, each } = targetOf(via);
  const set = { [member]: found.template ?? `=${found.text}` };
  const statement: OperationStatement =
    // biome-ignore lint/suspicious/noThenProperty: the form has this member.
    via === '' ? { set } : { then: { [`${resource} of ${via}`]: { update: resource, ...each, key, set } } };
  const says = `${via === '' ? '' : `${resource} ${via}: `}${member} = ${found.text}`;
  return { operation, says, seen: found.seen, contradicted: all - found.seen, statement };
}

/** Returns how a statement refers to the record at a position, and the list whose items it iterates over. */
function targetOf(via: string): { readonly key: string; readonly each?: { readonly each: string } } {
  const [list = '', inner] = via.split('.*.');
  return inner === undefined
    ? { key: toAccess(via) }
    : { key: toAccess(`item.${inner}`), each: { each: toAccess(list) } };
}

/** Finds the changes to one record by one operation. */
function changesIn(samples: readonly Sample[], uses: ReadonlyMap<string, RecordUse>): Change[] {
  const [first] = samples;
  const use = first === undefined ? undefined : uses.get(first.scene.operation);
  if (first === undefined || use === undefined || samples.length < 2) return [];
  const { via } = first;
  const named = samples.flatMap(({ scene }) => [...scene.others.values()]).find((each) => each.via === via);
  const resource = via === '' ? use.resource : named?.resource;
  if (resource === undefined) return [];
  const target = via === '' ? 'old' : `find(${toLiteral(resource)}, ${targetOf(via).key})`;
  const members = new Set(samples.flatMap(({ after }) => scalarsOf(after).map(([name]) => name)));
  return [...members].flatMap((member): Change[] => {
    const isChanged = samples.some(
      ({ before, after }) => !isDeepStrictEqual(getMember(before, member), getMember(after, member)),
    );
    if (!isChanged) return [];
    const examples = samples.map(
      ({ scene, item, before, after }): Example => ({
        value: getMember(after, member),
        scene,
        roots: { [target]: before, body: scene.message.body, path: scene.message.path, item, ...scene.caller },
      }),
    );
    const found = findExpression(examples, member) ?? findGenerated(examples);
    // An update sets the members of its request anyway.
    if (
      found === undefined ||
      (via === '' && found.text === `body.${first.scene.wrapper}${member}` && use.does !== 'act')
    )
      return [];
    const value: KnownChange['value'] = (scene, changed) => {
      const { body, path } = scene.message;
      return found.value({
        scene,
        roots: { [target]: via === '' ? scene.old : changed?.fields, body, path, item: changed?.item, ...scene.caller },
      });
    };
    return [{ operation: first.scene.operation, via, member, resource, use, found, all: samples.length, value }];
  });
}

/** Finds members of new records that their requests omit. */
function initialsOf(scenes: readonly Scene[], taken: ReadonlySet<string>): Change[] {
  const made = scenes.filter(({ self, exchange }) => self !== undefined && isDone(exchange));
  const [first] = made;
  const use = first?.use;
  if (first === undefined || use === undefined || made.length < 2) return [];
  const members = new Set(made.flatMap(({ self }) => scalarsOf(self).map(([name]) => name)));
  // Prices are computed from other members.
  const computed: Term[] = [];
  return [...members].flatMap((member): Change[] => {
    if (member === use.key) return [];
    const sentAt = `${first.wrapper}${member}`;
    const sentOf = ({ message }: Scene) => getMember(message.body, sentAt);
    const values = made.map(({ self }) => getMember(self, member));
    if (made.every((of, index) => values[index] !== undefined && isDeepStrictEqual(values[index], sentOf(of))))
      return [];
    const isStamp = instantOf(made.map((scene) => ({ value: getMember(scene.self, member), of: scene }))) === 'now';
    if (isStamp) return [];
    const sure = made.filter(({ others }) => [...others.values()].every(({ isSure }) => isSure));
    const examplesOf = (own: readonly Scene[]) =>
      own.map((scene): Example => ({ scene, value: getMember(scene.self, member), roots: rootsOf(scene) }));
    const byDefault = findDefault(made, sentOf, ({ self }) => getMember(self, member));
    const rest = byDefault?.rest ?? made;
    const certain = sure.filter((each) => rest.includes(each));
    const ofCertain = certain.length < 3 ? undefined : findExpression(examplesOf(certain), member, computed);
    const found: FoundTerm | '' | undefined =
      ofCertain ??
      findExpression(examplesOf(rest), member, computed) ??
      (byDefault?.literal && { text: byDefault.literal, value: () => undefined, seen: byDefault.seen });
    if (!found) return [];
    // Rejected requests can contain a member that no accepted request has.
    const isRefused = byDefault === undefined && taken.has(member) && found.text === 'null';
    const sentMember = `body.${toAccess(sentAt)}`;
    const isStated = (byDefault !== undefined || isRefused) && found.template === undefined;
    const text = isStated ? `${sentMember} != null ? ${sentMember} : ${found.text}` : found.text;
    const isNumber = values.every((each) => typeof each === 'number') && found.text.includes('(');
    if (isNumber && byDefault === undefined) computed.push({ text: `(${found.text})`, value: found.value });
    return [
      {
        ...{ operation: first.operation, via: '', member, resource: use.resource, use },
        ...{
          found: { ...found, text },
          all: (ofCertain === undefined ? rest : certain).length,
          value: () => undefined,
        },
      },
    ];
  });
}

function rootsOf(scene: Scene): Record<string, unknown> {
  const { message, caller } = scene;
  return { ...caller, body: message.body, path: message.path, ...recordsNamedBy(scene) };
}
