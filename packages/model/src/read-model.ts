import {
  ContractError,
  compileSchema,
  type Finding,
  isObject,
  loadYaml,
  locateSource,
  mergePatch,
} from '@understudy/contract';
import { type BehaviorModel, effectNames, namesOf, type OperationStatement } from './behavior-model.js';
import { modelSchema } from './generated/model-schema.js';
import { nameForm } from './name-form.js';

const check = compileSchema({ $ref: '#/$defs/BehaviorModel', $defs: modelSchema.$defs }, 'model/');

/**
 * Loads the changed lines of a model from a YAML or JSON file.
 *
 * @throws ContractError with file and line if the file cannot be read, or is no model
 */
export async function loadModel(file: string): Promise<BehaviorModel> {
  return readModel(await loadYaml(file));
}

/**
 * Reads the changed lines of a model: any part of one, in which null removes a statement. What a statement lacks can be
 * inferred.
 *
 * @throws ContractError with the place of each wrong member
 */
export function readModel(document: unknown): BehaviorModel {
  const findings = findWrong(document).filter((finding) => !isIncomplete(finding));
  if (findings.length > 0) throw new ContractError(nameForm(findings));
  return isObject(document) ? document : {};
}

/** Finds the statements of a whole model that lack a required member. */
export function findIncomplete(model: BehaviorModel): Finding[] {
  return findWrong(model).filter(isIncomplete);
}

function isIncomplete({ ruleId }: Finding): boolean {
  return ruleId === 'model/required';
}

function findWrong(document: unknown): Finding[] {
  // A removed statement has no form of its own.
  return check(withoutNulls(document), '').map((finding) => {
    const message = `${finding.pointer || 'The model'}: ${finding.message}`;
    return { ...finding, message, ...locateSource(document, finding.pointer) };
  });
}

/** Members in which null is a value and removes nothing. */
const literal = new Set(['default', 'initial', 'to', 'set', 'answer', 'with', 'body', 'ranks', 'flags', 'stamps']);

function withoutNulls(value: unknown, name = ''): unknown {
  if (!isObject(value) || literal.has(name)) return value;
  const left = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(left.map(([key, each]) => [key, withoutNulls(each, key)]));
}

/**
 * Merges the changed lines of a person into a model, by JSON Merge Patch (RFC 7396). An operation whose effect a person
 * names loses its inferred effect and the details of it, and so does a member whose reference or value a person names.
 * Entries of a person come before inferred ones.
 */
export function mergeModel(model: BehaviorModel, changes: BehaviorModel): BehaviorModel {
  const operations = Object.entries(changes.operations ?? {}).filter(([, each]) => each !== null && namesEffect(each));
  // What members of a request set follows from the effect, whoever names it.
  const replaced = Object.fromEntries(
    operations.map(([id]) => {
      const { flags } = model.operations?.[id] ?? {};
      return [id, flags && { flags }];
    }),
  );
  const resources = withoutReplacedTransitions(model.resources ?? {}, changes.resources ?? {});
  const events = withoutReplacedEvents(model.events, changes);
  const inferred = {
    ...model,
    ...(events === undefined ? {} : { events }),
    ...{ resources, operations: { ...model.operations, ...replaced } },
  } as BehaviorModel;
  return addStatements(withoutNamed(inferred, changes), changes);
}

/**
 * Leaves out inferred events that a person states: by their type, by the webhook that they are, or as what an operation
 * sends.
 */
function withoutReplacedEvents(
  events: BehaviorModel['events'],
  { events: changes, operations = {} }: BehaviorModel,
): BehaviorModel['events'] {
  const sent = Object.values(operations).flatMap((each) => each?.sends ?? []);
  const stated = Object.entries(changes?.types ?? {}).flatMap(([type, each]) =>
    each?.on === undefined && each?.of === undefined && each?.when === undefined ? [] : [type],
  );
  const replaced = [...stated, ...sent];
  if (events?.types === undefined || replaced.length === 0) return events;
  const named = new Set(Object.values(changes?.types ?? {}).flatMap((each) => each?.webhook ?? []));
  const isSame = (type: string, webhook: string | undefined) =>
    replaced.includes(type) || named.has(type) || (webhook !== undefined && named.has(webhook));
  const types = Object.entries(events.types).filter(([type, { webhook }]) => !isSame(type, webhook));
  return { ...events, types: Object.fromEntries(types) };
}

/** Leaves out the details of each inferred reference, and each inferred value, that a person names anew. */
function withoutNamed(model: BehaviorModel, changes: BehaviorModel): BehaviorModel {
  const resources = Object.entries(model.resources ?? {}).map(([name, resource]) => {
    const changed = changes.resources?.[name]?.members ?? {};
    const members = Object.entries(resource.members ?? {}).map(([path, member]) => {
      const named = Object.keys(changed[path] ?? {});
      const lost = details.filter(({ of }) => of.some((each) => named.includes(each))).flatMap(({ names }) => names);
      return [path, Object.fromEntries(Object.entries(member).filter(([detail]) => !lost.includes(detail)))] as const;
    });
    return [name, members.length === 0 ? resource : { ...resource, members: Object.fromEntries(members) }] as const;
  });
  return resources.length === 0 ? model : { ...model, resources: Object.fromEntries(resources) };
}

/** The details of a member that a person replaces with what they are of. */
const details: readonly { readonly of: readonly string[]; readonly names: readonly string[] }[] = [
  { of: ['refersTo'], names: ['missing', 'deleted', 'where'] },
  { of: ['value', 'form', 'default'], names: ['value', 'on', 'given', 'form', 'default'] },
];

/** Merges statements into a model, member by member. */
export function addStatements(model: BehaviorModel, statements: BehaviorModel): BehaviorModel {
  return inOrder(mergePatch(model, statements), statements) as BehaviorModel;
}

/** Leaves out the inferred transitions of operations for which a person has written one with another name. */
function withoutReplacedTransitions(
  resources: NonNullable<BehaviorModel['resources']>,
  changes: NonNullable<BehaviorModel['resources']>,
): NonNullable<BehaviorModel['resources']> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, resource]) => {
      const written = Object.values(changes[name]?.lifecycle?.transitions ?? {});
      const replaced = new Set(written.flatMap((each) => namesOf(each?.on)));
      const { transitions } = resource.lifecycle ?? {};
      if (resource.lifecycle === undefined || transitions === undefined || replaced.size === 0) return [name, resource];
      const left = Object.entries(transitions).filter(([, { on }]) => !namesOf(on).some((id) => replaced.has(id)));
      return [name, { ...resource, lifecycle: { ...resource.lifecycle, transitions: Object.fromEntries(left) } }];
    }),
  );
}

export function namesEffect(statement: OperationStatement): boolean {
  return [...effectNames, 'answer' as const, 'stream' as const].some((name) => statement[name] !== undefined);
}

/** Moves the members of the changes to the front, in their order. */
function inOrder(merged: unknown, changes: unknown): unknown {
  if (!isObject(merged) || !isObject(changes)) return merged;
  const first = Object.keys(changes).filter((name) => Object.hasOwn(merged, name));
  const names = [...first, ...Object.keys(merged).filter((name) => !Object.hasOwn(changes, name))];
  return Object.fromEntries(names.map((name) => [name, inOrder(merged[name], changes[name])]));
}
