import {
  ContractError,
  compileSchema,
  createErrorFinding,
  type Finding,
  isObject,
  loadYaml,
  locateSource,
  membersOf,
  mergePatch,
} from '@understudy/contract';
import { type BehaviorModel, effectNames, namesOf, type OperationStatement } from './behavior-model.js';
import { ExpressionError } from './expressions/expression-context.js';
import { modelSchema } from './generated/model-schema.js';
import { nameForm } from './name-form.js';
import { compileTemplate } from './templates.js';

const check = compileSchema({ $ref: '#/$defs/BehaviorModel', $defs: modelSchema.$defs }, 'model/');

/**
 * Loads model changes from a YAML or JSON file.
 *
 * @throws ContractError with file and line if the file cannot be read or is not a model
 */
export async function loadModel(file: string): Promise<BehaviorModel> {
  return readModel(await loadYaml(file));
}

/**
 * Reads model changes: any part of a model, in which null removes a statement. Missing details can be inferred.
 *
 * @throws ContractError with the location of each invalid member
 */
export function readModel(document: unknown): BehaviorModel {
  const findings = findWrong(document).filter((finding) => !isIncomplete(finding));
  const { resources, operations }: { readonly resources?: unknown; readonly operations?: unknown } =
    membersOf(document);
  for (const [name, value] of Object.entries({ resources, operations }))
    if (value === null)
      findings.push(
        createErrorFinding('model/statement', `/${name}: null removes one statement, not all.`, `/${name}`),
      );
  if (findings.length > 0) throw new ContractError(nameForm(findings));
  return isObject(document) ? document : {};
}

/** Finds the statements of a complete model that lack a required member. */
export function findIncomplete(model: BehaviorModel): Finding[] {
  return findWrong(model).filter(isIncomplete);
}

function isIncomplete({ ruleId }: Finding): boolean {
  return ruleId === 'model/required';
}

function findWrong(document: unknown): Finding[] {
  // A removed statement is not checked.
  return check(withoutNulls(document), '').map((finding) => {
    const message = `${finding.pointer || 'The model'}: ${finding.message}`;
    return { ...finding, message, ...locateSource(document, finding.pointer) };
  });
}

/** Members in which null is a value instead of a removal. */
const literal = new Set(['default', 'initial', 'to', 'set', 'answer', 'with', 'body', 'ranks', 'flags', 'stamps']);

function withoutNulls(value: unknown, name = ''): unknown {
  if (!isObject(value) || literal.has(name)) return value;
  const left = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(left.map(([key, each]) => [key, withoutNulls(each, key)]));
}

/**
 * Merges user changes into a model, by JSON Merge Patch (RFC 7396). If the user changes the effect of an operation, its
 * inferred details are dropped, and so is the inferred reference or value of a member if the user states one. Entries
 * of the user come before inferred ones.
 *
 * @param isSame true if the statement names the effect that the operation already has
 */
export function mergeModel(
  model: BehaviorModel,
  changes: BehaviorModel,
  isSame: (id: string, statement: OperationStatement) => boolean = () => false,
): BehaviorModel {
  const replaced = Object.entries(changes.operations ?? {}).flatMap(([id, each]) => {
    if (each === null || !namesEffect(each) || isSame(id, each)) return [];
    // The assignments by request members depend on the effect only, so that they are kept.
    const { flags } = model.operations?.[id] ?? {};
    return [[id, flags && { flags }]];
  });
  const resources = withoutReplacedTransitions(model.resources ?? {}, changes.resources ?? {});
  const events = withoutReplacedEvents(model.events, changes);
  const inferred = {
    ...model,
    ...(events === undefined ? {} : { events }),
    ...{ resources, operations: { ...model.operations, ...Object.fromEntries(replaced) } },
  } as BehaviorModel;
  return addStatements(withDetails(withoutNamed(inferred, changes), changes) as BehaviorModel, changes);
}

/**
 * Removes inferred events that the user states: by event type, by webhook, or as sent by an operation.
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
  const webhooks = Object.values(events.types).flatMap(({ webhook }) => webhook ?? []);
  // A webhook that sends several events identifies none of them.
  for (const webhook of named) if (webhooks.indexOf(webhook) !== webhooks.lastIndexOf(webhook)) named.delete(webhook);
  const isSame = (type: string, webhook: string | undefined) =>
    replaced.includes(type) || named.has(type) || (webhook !== undefined && named.has(webhook));
  const types = Object.entries(events.types).filter(([type, { webhook }]) => !isSame(type, webhook));
  return { ...events, types: Object.fromEntries(types) };
}

/** Removes the details of each inferred reference and value that the user replaces. */
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

/** Converts inferred conditions to the detailed form where the user adds a message or a member. */
function withDetails(model: unknown, changes: unknown, above = ''): unknown {
  if (!isObject(changes) || !isObject(model)) return model;
  const changed = Object.entries(changes).flatMap(([name, each]) => {
    if (!Object.hasOwn(model, name)) return [];
    const isNeed = above === 'needs' && isObject(each) && !isObject(model[name]);
    return [[name, isNeed ? { that: model[name] } : withDetails(model[name], each, name)] as const];
  });
  return { ...model, ...Object.fromEntries(changed) };
}

/** Members, and the details that are dropped when the user replaces one of them. */
const details: readonly { readonly of: readonly string[]; readonly names: readonly string[] }[] = [
  { of: ['refersTo'], names: ['missing', 'deleted', 'where'] },
  { of: ['value', 'form', 'default'], names: ['value', 'on', 'given', 'form', 'default'] },
];

/** Merges statements into a model, member by member. */
export function addStatements(model: BehaviorModel, statements: BehaviorModel): BehaviorModel {
  return inOrder(mergePatch(model, statements), statements) as BehaviorModel;
}

/** Removes the inferred transitions of an operation if the user states one with another name. */
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
      const own = changes[name]?.lifecycle?.transitions ?? {};
      const left = Object.entries(transitions).filter(
        ([each, { on }]) => Object.hasOwn(own, each) || !namesOf(on).some((id) => replaced.has(id)),
      );
      return [name, { ...resource, lifecycle: { ...resource.lifecycle, transitions: Object.fromEntries(left) } }];
    }),
  );
}

function namesEffect(statement: OperationStatement): boolean {
  return isWholeAnswer(statement) || [...effectNames, 'stream' as const].some((name) => statement[name] !== undefined);
}

/**
 * True if the operation does nothing except respond with this body. False if the body reads the record or the results
 * of an effect.
 */
export function isWholeAnswer({ answer }: OperationStatement): boolean {
  return (answer ?? null) !== null && !readsRecord(answer);
}

/** True if a response body reads the record or the results of an effect. */
export function readsRecord(answer: unknown): boolean {
  try {
    const { expressions } = compileTemplate(answer);
    return expressions.some(({ uses: { values } }) => ['self', 'old', 'results'].some((name) => values.has(name)));
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

/** Moves the members that occur in the changes to the front, in the order of the changes. */
function inOrder(merged: unknown, changes: unknown): unknown {
  if (!isObject(merged) || !isObject(changes)) return merged;
  const first = Object.keys(changes).filter((name) => Object.hasOwn(merged, name));
  const names = [...first, ...Object.keys(merged).filter((name) => !Object.hasOwn(changes, name))];
  return Object.fromEntries(names.map((name) => [name, inOrder(merged[name], changes[name])]));
}
