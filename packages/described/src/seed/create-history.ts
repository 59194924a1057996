import { createIdGenerator, createRandom } from '@understudy/kernel';
import { ExpressionError, getMember, setMember } from '@understudy/model';
import { BehaviorSession } from '../handle/behavior/behavior-session.js';
import { setAt } from '../handle/behavior/computed-members.js';
import { findBrokenCondition } from '../handle/behavior/find-violation.js';
import { applyComputed, applyCreation, applyStamps } from '../handle/behavior/transition.js';
import { EntityStore, type StoreContext } from '../handle/entity-store.js';
import { pickSettableMembers } from '../handle/fields.js';
import { findCityIn } from '../meaning/places.js';
import { clearUndone, keepState } from './first-state.js';
import { generateSeededRecord, type Seeding } from './generate-seeded-record.js';
import { type Life, liveThrough } from './live-through.js';
import { listOwnedBirths, type OwnedBirth } from './owned-births.js';
import {
  chooseOpen,
  chooseReferred,
  hasPlace,
  listReferringMembers,
  type ReferringMember,
  rememberBirth,
  setReferred,
} from './referred-records.js';
import { listInstants } from './timeline.js';
import { isAlone, UniqueValues } from './unique-values.js';

type Fields = Record<string, unknown>;

export interface SeededRecord {
  readonly key: string;
  readonly fields: Readonly<Fields>;
}

/** Maximum number of attempts for one record, and of failed attempts for one collection. */
const [mostAttempts, mostRetries] = [8, 1000];

/** Maximum number of evaluation steps for one collection. They take less than half a second. */
const mostSteps = 600_000;

/**
 * Creates the records of a collection as its operations would have done in the past: in order, with the statements of
 * the model, and then the transitions of their lifecycle. If a record violates a statement, other values are tried. If
 * none fit, the record is omitted.
 *
 * @param counted called with the last used number of each sequence
 */
export async function createHistory(
  seeding: Seeding,
  context: StoreContext,
  counted: (name: string, last: number) => void,
): Promise<readonly SeededRecord[]> {
  const history = new History(seeding, context, counted);
  const made = await history.create(false);
  if (made.length > 0 || seeding.keys.length === 0 || history.isEmpty) return made;
  const forced = await history.create(true);
  if (forced.length > 0) return forced;
  return seeding.keys.map((key, index) => ({ key: String(key), fields: generateSeededRecord(seeding, index) }));
}

interface Turn {
  readonly index: number;
  readonly attempt: number;
  readonly key: string;
  readonly born: Date;
  /** The record that owns this one, as the model states. */
  readonly owner: Readonly<Fields> | undefined;
}

class History {
  readonly #seeding: Seeding;
  readonly #context: StoreContext;
  readonly #counted: (name: string, last: number) => void;
  readonly #store: EntityStore;
  readonly #referring: readonly ReferringMember[];
  readonly #later: ReadonlySet<string>;
  readonly #budget = { steps: mostSteps };
  #retries = 0;

  constructor(seeding: Seeding, context: StoreContext, counted: (name: string, last: number) => void) {
    this.#seeding = seeding;
    this.#context = context;
    this.#counted = counted;
    this.#store = new EntityStore(context, seeding.resource, seeding.parents);
    this.#referring = listReferringMembers(seeding, context);
    const { transitions = [] } = this.#behavior?.lifecycle ?? {};
    this.#later = new Set(transitions.flatMap(({ set }) => set.map(([[top = '']]) => top)));
  }

  get #behavior() {
    return this.#seeding.served.plan.behavior.resources.get(this.#seeding.resource.name);
  }

  /** True if the model states that records of this collection have owners, but there are none. */
  get isEmpty(): boolean {
    return this.#listOwned()?.length === 0;
  }

  /** @param isForced true to keep records that violate statements, so that the collection is not empty */
  async create(isForced: boolean): Promise<SeededRecord[]> {
    const records: SeededRecord[] = [];
    try {
      await this.#add(records, isForced);
    } catch (error) {
      // If the statements take too many steps, the remaining records are omitted.
      if (!(error instanceof ExpressionError)) throw error;
    }
    return records;
  }

  async #add(records: SeededRecord[], isForced: boolean): Promise<void> {
    const { served, resource, seed, parents, facts, keys } = this.#seeding;
    const instants = listInstants(served, resource, { seed, parents, now: facts.now });
    const owned = this.#listOwned();
    const alone =
      owned !== undefined
        ? undefined
        : this.#referring.find(({ member }) => isAlone(this.#behavior?.unique ?? [], member.names));
    const partners = alone === undefined ? undefined : this.#listPartners(alone, keys.length);
    const unique = new UniqueValues(served, resource, []);
    let last = 0;
    for (const [index, value] of keys.entries()) {
      const partner = partners?.[index];
      const birth = owned?.[index];
      if (owned !== undefined && birth === undefined && !isForced) break;
      if (partners !== undefined && partner === undefined && !isForced) break;
      last = Math.max(last, birth?.born ?? partner?.changed ?? instants[index]?.getTime() ?? 0, partner?.since ?? 0);
      const key = String(value);
      if (birth !== undefined) rememberBirth(this.#seeding, resource, key, last);
      const single = partner === undefined || alone === undefined ? [] : [[alone, partner.value] as const];
      const chosen = birth === undefined ? single : this.#ofOwner(birth);
      for (let attempt = 0; attempt < mostAttempts && (isForced || this.#retries <= mostRetries); attempt += 1) {
        const turn = { index, attempt, key, born: new Date(last), owner: birth?.owner };
        const fields = this.#tryRecord(turn, chosen, isForced ? undefined : unique);
        if (fields === undefined) {
          this.#retries += 1;
          continue;
        }
        records.push({ key, fields });
        await this.#store.putSeeded(key, fields, index + 1 - keys.length);
        break;
      }
    }
  }

  /** The records to which exactly one of these refers, in the order of their creation. */
  #listPartners({ records, where }: ReferringMember, count: number) {
    const session = this.#sessionAt(this.#seeding.facts.now, {}, createRandom(''));
    const fit = records.filter(
      ({ fields }) => where === undefined || session.evaluate(where, { self: {}, target: fields }) === true,
    );
    return fit.slice(-count);
  }

  #sessionAt(at: Date, body: Fields, random: ReturnType<typeof createRandom>, ids = createIdGenerator('')) {
    const { scopes } = this.#context;
    const context = { scopes, clock: { now: () => at }, random, ids, counted: this.#counted };
    return new BehaviorSession({
      served: this.#seeding.served,
      context,
      request: { path: {}, query: {}, headers: {}, body },
      budget: this.#budget,
    });
  }

  #tryRecord(
    { index, attempt, key, born, owner }: Turn,
    chosen: readonly (readonly [ReferringMember, unknown])[],
    unique: UniqueValues | undefined,
  ): Fields | undefined {
    const { served, resource, seed, facts } = this.#seeding;
    const { schemas } = served.plan;
    const salt = `${seed.salt} history ${resource.shape} ${this.#store.parents} ${index} ${attempt}`;
    const random = createRandom(salt);
    const ids = createIdGenerator(salt);
    const own = new Map(chosen);
    const others = this.#referring.filter((each) => !own.has(each));
    const open = chooseOpen(others, { at: born.getTime(), random });
    const [city] = [owner ?? {}, ...[...open.values()].map(({ fields }) => fields)].flatMap(
      (each) => findCityIn(each) ?? [],
    );
    const made = generateSeededRecord({ ...this.#seeding, attempt, city, born: owner && born }, index);
    const sessionAt = (at: Date) => this.#sessionAt(at, made, random, ids);
    const [place, session] = [{ key, parents: this.#store.parents }, sessionAt(born)];
    let fields: Fields = { ...made };
    for (const event of ['create', 'change'] as const) applyStamps(session, resource, fields, event);
    session.place(fields, resource, place);
    for (const each of this.#referring)
      setReferred(fields, each, () => {
        const found = open.get(each) ?? chooseReferred(session, each, { at: born.getTime(), random, self: fields });
        return own.get(each) ?? found?.value;
      });
    this.#agree(fields, chosen);
    const set = (this.#seeds?.set ?? []).filter(([location]) => hasPlace(fields, location));
    const applySet = () => {
      for (const [location, value] of set)
        setAt(session, { resource, record: fields, location, value, item: owner ?? null });
    };
    applySet();
    if (unique?.has(session, fields) === true) return undefined;
    const stated = new Set(set.map(([{ list, names }]) => (list ?? names)[0] ?? ''));
    const settable = pickSettableMembers({ schemas, resource }, fields);
    const given = Object.entries(fields).filter(([name]) => Object.hasOwn(settable, name) || stated.has(name));
    const isGiven = (name: string) => stated.has(name) || !this.#later.has(name);
    applyCreation(session, resource, fields, Object.fromEntries(given.filter(([name]) => isGiven(name))));
    keepState(this.#seeding, fields, made);
    const complete = (changed: Fields) => this.#complete(changed, made);
    complete(fields);
    applyComputed(session, resource, fields, false);
    const { share = {}, at: times = new Map() } = this.#seeds ?? {};
    const life: Life = { resource, ...place, born, now: facts.now, random, sessionAt, complete, shares: share, times };
    const [state = ''] = this.#behavior?.lifecycle?.member ?? [];
    // Values that the model states for a demo record take precedence over its initial state and its lifecycle.
    if (!stated.has(state)) fields = liveThrough(life, fields);
    clearUndone(this.#seeding, fields);
    // Copying from other records can have changed the inputs of an amount.
    applySet();
    if (resource.key !== undefined) setMember(fields, resource.key, getMember(made, resource.key));
    const shown = session.show(resource, fields, place);
    const isRefused =
      unique !== undefined &&
      (unique.has(session, shown) ||
        this.#collides(session, shown) ||
        (this.#behavior !== undefined &&
          findBrokenCondition(session, this.#behavior, { resource, fields: shown }) !== undefined));
    if (isRefused) return undefined;
    unique?.add(session, shown);
    return { ...shown };
  }

  /** Makes references consistent: the invoice for an order has the same customer as the order. */
  #agree(fields: Fields, chosen: readonly (readonly [ReferringMember, unknown])[]): void {
    const single = this.#referring.filter(({ member, isList }) => member.list === undefined && !isList);
    for (const { member, resource, records } of single) {
      const value = getMember(fields, member.names.join('.'));
      const referred = records.find((each) => each.value === value);
      const { references = [] } = this.#seeding.served.plan.behavior.resources.get(resource) ?? {};
      for (const other of referred === undefined ? [] : single) {
        const [way, another] = references.filter(
          (each) => each.resource === other.resource && each.member.list === undefined,
        );
        if (way === undefined || another !== undefined || chosen.some(([each]) => each === other)) continue;
        const key = getMember(referred?.fields, way.member.names.join('.'));
        if (key !== undefined && key !== null) setMember(fields, other.member.names.join('.'), key);
      }
    }
  }

  /** True if a condition on other records forbids the creation. */
  #collides(session: BehaviorSession, shown: Readonly<Fields>): boolean {
    const { plan } = this.#seeding.served;
    const { name } = this.#seeding.resource;
    for (const { does, resource, operation } of plan.operations.values()) {
      if (does !== 'create' || resource?.name !== name) continue;
      for (const [, condition] of plan.behavior.operations.get(operation.operationId)?.needs ?? []) {
        const { resources, values } = condition.uses;
        // A condition on a single other record can have held at the time, because that record can have changed since.
        const isOfOthers = (resources.has(name) || resources.size > 1) && !values.has('body');
        if (isOfOthers && session.evaluate(condition, { self: shown, old: shown }) !== true) return true;
      }
    }
    return false;
  }

  get #seeds() {
    return this.#seeding.served.plan.behavior.seeds.get(this.#seeding.resource.name);
  }

  /** The owners of these records, as the model states. */
  #listOwned(): readonly OwnedBirth[] | undefined {
    const session = this.#sessionAt(this.#seeding.facts.now, {}, createRandom(''));
    return listOwnedBirths(this.#seeding, session)?.filter(({ resource, owner: target }) =>
      this.#referring.every(
        ({ resource: of, where }) =>
          of !== resource || where === undefined || session.evaluate(where, { self: {}, target }) === true,
      ),
    );
  }

  /** The members of a record that refer to its owner. */
  #ofOwner({ resource, ownerKey }: OwnedBirth): readonly (readonly [ReferringMember, unknown])[] {
    return this.#referring.flatMap((each) => {
      const found = each.resource === resource ? each.records.find(({ key }) => key === ownerKey) : undefined;
      return found === undefined ? [] : [[each, found.value] as const];
    });
  }

  /** Keeps a generated value if a statement results in none and the member is not nullable. */
  #complete(fields: Fields, made: Readonly<Fields>): void {
    const { served, resource } = this.#seeding;
    const { schemas } = served.plan;
    for (const [name, value] of Object.entries(fields)) {
      if (value !== null && value !== undefined) continue;
      if (made[name] === undefined || schemas.flat(schemas.member(resource.schema, name)).nullable) continue;
      fields[name] = made[name];
    }
  }
}
