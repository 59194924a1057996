import { ContractError, isObject, joinPointer, omitUndefined } from '@understudy/contract';
import {
  type BehaviorModel,
  type MemberStatement,
  namesOf,
  type OperationStatement,
  type ResourceStatement,
} from './behavior-model.js';
import { compileChanges, compileEvents } from './compile-events.js';
import { checkLists, checkLogin, compileOperation, compileResponses, ofRequest } from './compile-operation.js';
import { compileSeeds } from './compile-seeds.js';
import type {
  CompiledBehavior,
  CompiledError,
  CompiledLifecycle,
  CompiledNeeds,
  CompiledOperation,
  CompiledReference,
  CompiledReport,
  CompiledResource,
  CompiledTransition,
  ComputedMember,
} from './compiled-behavior.js';
import { toLocation } from './member-path.js';
import { nameForm } from './name-form.js';
import { listTimeZones } from './schema/day-in-zone.js';
import { sortByUse } from './sort-by-use.js';
import { type BehaviorNames, type Scope, StatementCompiler } from './statement-compiler.js';

/**
 * Compiles the expressions of a model, and checks the names that they use.
 *
 * @throws ContractError with a finding for each invalid expression or name. A finding has a pointer, and file and line
 * if the model was read from a file
 */
export function compileBehavior(model: BehaviorModel, names: BehaviorNames): CompiledBehavior {
  const compiler = new ModelCompiler(model, names);
  const resources = new Map(
    Object.entries(model.resources ?? {}).map(([name, statement]) => [name, compiler.resource(name, statement)]),
  );
  const operations = new Map(
    Object.entries(model.operations ?? {}).map(([id, statement]) => [id, compiler.operation(id, statement)]),
  );
  const errors = compiler.errors('/errors', model.errors);
  const { body: errorBody }: { readonly body?: unknown } = model.errors ?? {};
  const further = omitUndefined({
    errorBody:
      errorBody === undefined
        ? undefined
        : compiler.template('/errors/body', errorBody, { error: undefined, self: undefined }),
    events: compileEvents(compiler, model),
    ...compileChanges(compiler, model),
    responses: compileResponses(compiler, model),
    seeds: compileSeeds(compiler, model),
  });
  const { zone } = model.time ?? {};
  if (zone !== undefined) compiler.oneOf('/time/zone', { what: 'time zone', name: zone, known: listTimeZones() });
  checkLists(compiler, model);
  checkLogin(compiler, model);
  if (compiler.findings.length > 0) throw new ContractError(nameForm(compiler.findings));
  const referredBy = new Map<string, { from: string; reference: CompiledReference }[]>();
  for (const { name, references } of resources.values())
    for (const reference of references)
      referredBy.set(reference.resource, [...(referredBy.get(reference.resource) ?? []), { from: name, reference }]);
  const { errorCodes = {}, keys = {} } = model;
  return {
    ...{ resources, operations, errors, referredBy },
    ...further,
    errorCodes: new Map(Object.entries(errorCodes)),
    receivers: new Set([...resources.values()].flatMap(({ name, statement }) => (statement.receives ? [name] : []))),
    keys: { conventional: new Set(keys.conventional), ofCaller: new Set(keys.ofCaller) },
    reads: compiler.reads,
  };
}

class ModelCompiler extends StatementCompiler {
  resource(name: string, statement: ResourceStatement): CompiledResource {
    const at = joinPointer('/resources', name);
    this.known(at, 'resource', name);
    const schema = this.names.resources.get(name);
    const scope: Scope = {
      self: schema,
      old: schema,
      ...Object.fromEntries(ofRequest.map((each) => [each, undefined])),
    };
    const members = Object.entries(statement.members ?? {});
    this.#checkNames(at, name, statement);
    const computed: (ComputedMember & { readonly statement: MemberStatement })[] = members.flatMap(([path, member]) => {
      if (member.value === undefined) return [];
      const pointer = joinPointer(at, 'members', path, 'value');
      const location = toLocation(path);
      const { schemas } = this.names;
      const { list, name } = location;
      const owner = list === undefined ? schema : schemas.chosen(schemas.member(schema, list.join('.'))).items;
      const inner = list === undefined ? scope : { ...scope, item: owner, upload: undefined };
      const fits = schemas.member(owner, name);
      const expression = this.expression(pointer, member.value, { ...inner, upload: undefined }, fits);
      return [{ path: location, expression, given: member.given === true, statement: member }];
    });
    const always = computed.filter(({ statement: { on } }) => on === undefined);
    const { local, live } = sortByUse(always);
    const stamped = new Map<string, ComputedMember[]>();
    const sorted = sortByUse(computed);
    for (const each of [...sorted.local, ...sorted.live])
      for (const event of namesOf(each.statement.on)) stamped.set(event, [...(stamped.get(event) ?? []), each]);
    const lifecycle = statement.lifecycle && this.#lifecycle(at, statement, scope);
    return omitUndefined({
      ...{ name, statement, local, live, stamped, lifecycle, changing: changingMembers(live, lifecycle) },
      defaults: members.flatMap(([path, member]) =>
        member.default === undefined
          ? []
          : [
              [
                toLocation(path),
                this.template(joinPointer(at, 'members', path, 'default'), member.default, scope),
              ] as const,
            ],
      ),
      forms: members.flatMap(([path, { form, per }]) =>
        form === undefined ? [] : [omitUndefined({ path: toLocation(path), form, per })],
      ),
      stamps: this.sets(joinPointer(at, 'stamps'), statement.stamps, scope),
      key:
        statement.key?.form === undefined
          ? undefined
          : omitUndefined({ form: statement.key.form, per: statement.key.per }),
      hidden: members.flatMap(([path, { hidden }]) => (hidden === true ? [toLocation(path)] : [])),
      ranks: new Map(members.flatMap(([path, { ranks }]) => (ranks === undefined ? [] : [[path, ranks] as const]))),
      samples: new Map(
        members.flatMap(([path, { sample }]) => (sample === undefined ? [] : [[path, sample] as const])),
      ),
      own: new Set(
        members.flatMap(([path, { value, form }]) => (value === undefined && form === undefined ? [] : [path])),
      ),
      references: members.flatMap(([path, member]) => this.#reference(joinPointer(at, 'members', path), path, member)),
      unique: Object.entries(statement.unique ?? {}).map(([key, each]) =>
        omitUndefined({
          members: each.members.map((member) => member.split('.')),
          while:
            each.while === undefined
              ? undefined
              : this.expression(joinPointer(at, 'unique', key, 'while'), each.while, scope),
          otherwise: each.otherwise ?? 'duplicate',
          ...this.#report(joinPointer(at, 'unique', key), each, schema),
        }),
      ),
      holds: Object.entries(statement.holds ?? {}).map(([key, each]) =>
        omitUndefined({
          name: key,
          ...this.#report(joinPointer(at, 'holds', key), each, schema),
          that: this.expression(joinPointer(at, 'holds', key, 'that'), each.that, scope),
          otherwise: each.otherwise ?? 'invalid',
          field: each.field ?? (this.names.schemas.member(schema, key) === undefined ? undefined : key),
        }),
      ),
    });
  }

  /** Reports members that the records of a resource cannot have. */
  #checkNames(at: string, name: string, statement: ResourceStatement): void {
    const { key, members = {}, unique = {}, holds = {}, writable = [], lifecycle, order, alias } = statement;
    const named: readonly (readonly [pointer: string, path: string | undefined])[] = [
      [joinPointer(at, 'key', 'member'), key?.member],
      [joinPointer(at, 'key', 'per'), key?.per],
      [joinPointer(at, 'alias'), alias],
      [joinPointer(at, 'lifecycle', 'member'), lifecycle?.member],
      ...listOrders(order).map((each) => [joinPointer(at, 'order'), each] as const),
      ...Object.entries(members).flatMap(([path, { per }]) => [
        [joinPointer(at, 'members', path), path] as const,
        [joinPointer(at, 'members', path, 'per'), per] as const,
      ]),
      ...writable.map((path, index) => [joinPointer(at, 'writable', String(index)), path] as const),
      ...Object.entries(holds).map(([key, { field }]) => [joinPointer(at, 'holds', key, 'field'), field] as const),
      ...Object.entries(unique).map(([key, { field }]) => [joinPointer(at, 'unique', key, 'field'), field] as const),
      ...Object.entries(unique).flatMap(([key, each]) =>
        each.members.map((path, index) => [joinPointer(at, 'unique', key, 'members', String(index)), path] as const),
      ),
    ];
    const added = new Set(Object.keys(members));
    for (const [pointer, path] of named)
      if (path !== undefined && (added.has(path) ? pointer.startsWith(joinPointer(at, 'members')) : true))
        this.member(pointer, name, path);
  }

  #reference(pointer: string, path: string, member: MemberStatement): CompiledReference[] {
    if (member.refersTo === undefined) return [];
    this.known(joinPointer(pointer, 'refersTo'), 'resource', member.refersTo);
    const scope = { self: undefined, target: this.names.resources.get(member.refersTo) };
    return [
      omitUndefined({
        member: toLocation(path),
        resource: member.refersTo,
        missing: member.missing ?? 'reference',
        deleted: member.deleted ?? 'keep',
        where:
          member.where === undefined ? undefined : this.expression(joinPointer(pointer, 'where'), member.where, scope),
      }),
    ];
  }

  #lifecycle(at: string, { lifecycle }: ResourceStatement, scope: Scope): CompiledLifecycle | undefined {
    if (lifecycle === undefined) return undefined;
    const base = joinPointer(at, 'lifecycle');
    const transitions = Object.entries(lifecycle.transitions ?? {}).map(([name, each]): CompiledTransition => {
      const pointer = joinPointer(base, 'transitions', name);
      for (const id of namesOf(each.on)) this.known(joinPointer(pointer, 'on'), 'operation', id);
      return omitUndefined({
        ...{ name, statement: each, from: namesOf(each.from) },
        needs: this.needs(joinPointer(pointer, 'needs'), each.needs, scope),
        to: each.to === undefined ? undefined : this.template(joinPointer(pointer, 'to'), each.to, scope),
        set: this.assignments(joinPointer(pointer, 'set'), each.set, scope),
        [each.on === undefined ? 'when' : 'requested']:
          each.when === undefined ? undefined : this.expression(joinPointer(pointer, 'when'), each.when, scope),
        otherwise: each.otherwise ?? lifecycle.otherwise ?? 'state',
      });
    });
    const byOperation = new Map<string, CompiledTransition[]>();
    const byRequest = new Map<string, CompiledTransition[]>();
    for (const each of transitions)
      for (const id of namesOf(each.statement.on)) {
        const map = each.requested === undefined ? byOperation : byRequest;
        map.set(id, [...(map.get(id) ?? []), each]);
      }
    return omitUndefined({
      member: lifecycle.member.split('.'),
      initial:
        lifecycle.initial === undefined
          ? undefined
          : this.template(joinPointer(base, 'initial'), lifecycle.initial, scope),
      transitions,
      timed: transitions.filter(({ statement }) => statement.after !== undefined),
      byOperation,
      byRequest,
    });
  }

  /** Compiles conditions, grouped by the kind of error. */
  needs(pointer: string, needs: OperationStatement['needs'], scope: Scope): CompiledNeeds {
    return Object.entries(needs ?? {}).map(([kind, need]) => {
      const at = joinPointer(pointer, kind);
      if (!isObject(need)) return [kind, this.expression(at, need, scope), {}] as const;
      const condition = this.expression(joinPointer(at, 'that'), need.that, scope);
      return [kind, condition, this.#report(at, need, scope['self'])] as const;
    });
  }

  /** Compiles the error details of a condition. Braces that enclose only part of the text are not an expression. */
  #report(at: string, { message, field }: { message?: string; field?: string }, self: unknown): CompiledReport {
    if (message === undefined) return omitUndefined({ field });
    const isPlain = !/\{(?:self|error)\b/.test(message);
    const scope = { self, error: undefined };
    const plain = { expressions: [], evaluate: () => message };
    return omitUndefined({
      message: isPlain ? plain : this.message(joinPointer(at, 'message'), message, scope),
      field,
    });
  }

  operation(id: string, statement: OperationStatement): CompiledOperation {
    this.known(joinPointer('/operations', id), 'operation', id);
    return compileOperation(this, id, statement);
  }

  /** Compiles the form of each kind of error. */
  errors(at: string, errors: BehaviorModel['errors'] = {}): ReadonlyMap<string, CompiledError> {
    const { body: _body, ...kinds } = errors;
    const scope = { self: undefined, error: undefined };
    return new Map(
      Object.entries(kinds).map(([kind, { status, code, message }]) => {
        const pointer = joinPointer(at, kind, 'message');
        const compiled: CompiledError = omitUndefined({
          ...{ status, code },
          message: message === undefined ? undefined : this.message(pointer, message, scope),
        });
        return [kind, compiled] as const;
      }),
    );
  }
}

/** The members of a record that are computed on each read. */
function changingMembers(live: readonly ComputedMember[], lifecycle: CompiledLifecycle | undefined): Set<string> {
  const isTried = lifecycle?.transitions.some(({ when }) => when !== undefined) === true;
  const places = live.map(({ path: { list, names } }) => list ?? names);
  return new Set([...places, ...(isTried ? [lifecycle.member] : [])].flatMap(([first]) => first ?? []));
}

/** The members in a sort order, without their signs. */
function listOrders(order: string | undefined): readonly string[] {
  const names = (order ?? '').split(',').map((each) => each.trim().replace(/^[-+]/, ''));
  return names.filter((name) => name !== '' && name !== 'created');
}
