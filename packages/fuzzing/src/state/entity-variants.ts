import { cloneJson, isObject, membersOf, parseJson, stringifyJson } from '@understudy/contract';
import { draftRequest, draftValue, isValidBody } from '@understudy/described';
import { type ApiPlan, getMember, type OperationPlan, setMember } from '@understudy/model';
import type { SeededRandom } from '../seeded-random.js';

/** Matches members that a server can set itself, and addresses that it would call. */
const serverOwned =
  /^(?:self|href|slug|etag|(?:last_?)?(?:created|updated|modified|changed)\w*|status|state|version)$|ur[il]|href|callback|notify|hook|password|secret|token/i;

/** Valid bodies for the creation of distinct entities, and valid changes of them. */
export class EntityVariants {
  /** Optional members that are left out of bodies. */
  readonly omitted = new Set<string>();

  constructor(
    private readonly plan: ApiPlan,
    private readonly chance: SeededRandom,
  ) {}

  /** Returns a body that differs from all earlier ones wherever possible. @param text value of its free-text members */
  body(creates: OperationPlan, text?: string): unknown {
    const { body } = draftRequest(this.plan.schemas, creates);
    let value: unknown = cloneJson(body?.value);
    for (const name of this.omitted) {
      const less = withMember(value, [...creates.sent, name].join('.'), undefined);
      if (isValidBody(creates.operation, body?.type, less)) value = less;
    }
    const days = this.chance.below(mostDays);
    let dates = 0;
    for (const [name, member] of Object.entries(membersOf(getMember(value, creates.sent.join('.'))))) {
      const moved = shiftDate(member, days + dates);
      if (moved !== undefined) dates += 1;
      value =
        this.with(creates, { value, name, member: moved ?? this.#filled(creates, name, member) }) ??
        this.change(creates, { value, name, text }) ??
        value;
    }
    return value;
  }

  /** Returns the body with an added member. Undefined if the result is invalid or the member is undefined. */
  with(plan: OperationPlan, { value, name, member }: { value: unknown; name: string; member: unknown }): unknown {
    if (member === undefined) return undefined;
    const changed = withMember(value, [...plan.sent, name].join('.'), member);
    return isValidBody(plan.operation, draftRequest(this.plan.schemas, plan).body?.type, changed) ? changed : undefined;
  }

  /**
   * Returns the body with every empty or missing free-text member filled in, and an item in every such list of plain
   * values.
   */
  readonly withAll = (creates: OperationPlan, body: unknown): unknown => {
    const { schemas } = this.plan;
    let whole = body;
    for (const [name, schema] of this.sentMembers(creates).properties) {
      const { items, types, keywords } = schemas.chosen(schema);
      const known = getMember(whole, [...creates.sent, name].join('.')) ?? null;
      if (known === null && types.includes('string') && keywords['enum'] === undefined)
        whole = this.with(creates, { value: whole, name, member: this.#filled(creates, name, null) }) ?? whole;
      const item = types.includes('array') && !/(?:id|key|code)s?$/i.test(name) ? draftValue(schemas, items, name) : [];
      const given = known ?? [];
      if (typeof item === 'object' || (Array.isArray(given) && given.length > 0)) continue;
      whole = this.with(creates, { value: whole, name, member: [item] }) ?? whole;
    }
    return whole;
  };

  /** Returns the body with another valid value for a member. Undefined if there is none. */
  change(
    plan: OperationPlan,
    { value, name, text }: { value: unknown; name: string; text?: string | undefined },
  ): unknown {
    // Servers derive slugs from titles, unless each request must contain one.
    const isGiven = /^slug$/i.test(name) && this.sentMembers(plan).required.has(name);
    if (serverOwned.test(name) && !isGiven) return undefined;
    const path = [...plan.sent, name].join('.');
    const type = draftRequest(this.plan.schemas, plan).body?.type;
    const old = getMember(value, path);
    const candidates = [...(text === undefined ? [] : [text]), ...this.#others(plan, name, old)];
    for (const other of candidates) {
      if (other === old || typeof other !== typeof old) continue;
      const changed = withMember(value, path, other);
      if (isValidBody(plan.operation, type, changed)) return changed;
    }
    return undefined;
  }

  /** Returns the body with the longest valid text in each free-text member. */
  readonly withLongTexts = (creates: OperationPlan, body: unknown): unknown => {
    const { schemas } = this.plan;
    let whole = body;
    for (const [name, schema] of this.sentMembers(creates).properties) {
      const { types, keywords } = schemas.chosen(schema);
      const isFree = ['enum', 'const', 'pattern', 'format'].every((each) => keywords[each] === undefined);
      if (!types.includes('string') || !isFree || serverOwned.test(name) || /(?:id|key|code)$/i.test(name)) continue;
      const { maxLength = lengthWithoutLimit } = keywords;
      // A short text can be a code from a list that the server checks.
      if (Number(maxLength) < leastLength) continue;
      const start = `${this.chance.below(999_999)} `;
      const member = `${start}${'long text '.repeat(mostLength)}`.slice(0, Math.min(Number(maxLength), mostLength) - 1);
      whole = this.with(creates, { value: whole, name, member: `${member}.` }) ?? whole;
    }
    return whole;
  };

  /** Returns valid bodies with and without optional members. Undefined if there are none. */
  withAndWithout(
    plan: OperationPlan,
    body: unknown,
  ): { values: Readonly<Record<string, unknown>>; more: unknown; less: unknown } | undefined {
    const { schemas } = this.plan;
    const type = draftRequest(schemas, plan).body?.type;
    const { properties, required } = this.sentMembers(plan);
    const values: Record<string, unknown> = {};
    let [full, bare] = [body, body];
    for (const [name, property] of properties) {
      const { default: preset, enum: choices } = schemas.flat(property).keywords;
      const { items, types } = schemas.chosen(property);
      if (required.has(name) || serverOwned.test(name)) continue;
      const path = [...plan.sent, name].join('.');
      const less = withMember(bare, path, undefined);
      if (!isValidBody(plan.operation, type, less)) continue;
      const others = Array.isArray(choices) ? choices.filter((each) => each !== preset) : [];
      const lists = types.includes('array') ? [[draftValue(schemas, items ?? {}, name)]] : [];
      const usual = [...others, ...(typeof preset === 'boolean' ? [!preset] : ['kept text', 4711, 47, 'kept'])];
      for (const value of [...lists, ...usual]) {
        const more = withMember(full, path, value);
        if (!isValidBody(plan.operation, type, more)) continue;
        values[name] = value;
        [full, bare] = [more, less];
        break;
      }
    }
    return Object.keys(values).length === 0 ? undefined : { values, more: full, less: bare };
  }

  /** Returns the members of an entity that the request body describes. */
  sentMembers({ operation, sent }: OperationPlan): ReturnType<ApiPlan['schemas']['chosen']> {
    const { schemas } = this.plan;
    const whole = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
    return schemas.chosen(sent.reduce<unknown>((schema, name) => schemas.chosen(schema).properties.get(name), whole));
  }

  /** Returns a text for a member that is null and not a reference. Otherwise a server could lose it unnoticed. */
  #filled(creates: OperationPlan, name: string, member: unknown): string | undefined {
    const { resource } = creates;
    const known = this.plan.model.resources?.[resource?.name ?? '']?.members?.[name];
    const isFree = member === null && known?.refersTo === undefined && !/(?:id|key|code)$/i.test(name);
    if (!isFree || serverOwned.test(name)) return undefined;
    const { keywords } = this.plan.schemas.chosen(this.sentMembers(creates).properties.get(name));
    if (keywords['pattern'] === undefined && keywords['format'] === undefined) return 'kept text';
    const drafted = draftValue(this.plan.schemas, { ...keywords, type: 'string' }, name);
    return typeof drafted === 'string' ? drafted : undefined;
  }

  /** True if a body satisfies the description. */
  isValid(plan: OperationPlan, body: unknown): boolean {
    return isValidBody(plan.operation, draftRequest(this.plan.schemas, plan).body?.type, body);
  }

  uuid(): string {
    return `00000000-0000-4000-8000-${String(this.chance.below(1_000_000_000)).padStart(12, '0')}`;
  }

  /** Returns whether a response is expected to contain a member with the sent value. */
  isComparable(name: string, value: unknown): boolean {
    return !serverOwned.test(name) && ['string', 'number', 'boolean'].includes(typeof value);
  }

  #others(plan: OperationPlan, name: string, old: unknown): unknown[] {
    if (typeof old === 'boolean') return [!old];
    const n = 1 + this.chance.below(999_999);
    if (typeof old === 'number') return [old + n, old + (n % 10) + 1, old + 1, old - 1];
    if (typeof old !== 'string') return [];
    const allowed = this.#allowed(plan, name).filter((each) => each !== old);
    return [
      ...(allowed.length === 0 ? [] : [this.chance.pick(allowed)]),
      `${old.slice(0, 40)} ${n}`,
      `${old.slice(0, 40)}${n}`,
      `${n}${old}`,
      this.#alike(old),
      `${old.slice(0, -6)}${String(n).padStart(6, '0')}`.slice(0, old.length),
      old.replace(/^(\d{4}-\d\d)-\d\d/, (_whole, month) => `${month}-${10 + (n % 18)}`),
    ];
  }

  /** Returns a text of the same shape. */
  #alike(text: string): string {
    const draw = (letters: string) => letters[this.chance.below(letters.length)] ?? '';
    return text
      .replaceAll(/[A-Z]/g, () => draw('ABCDEF'))
      .replaceAll(/[a-z]/g, () => draw('abcdef'))
      .replaceAll(/\d/g, () => draw('123456789'));
  }

  #allowed(plan: OperationPlan, name: string): readonly unknown[] {
    const { enum: values } = this.plan.schemas.flat(this.sentMembers(plan).properties.get(name)).keywords;
    return Array.isArray(values) ? values : [];
  }
}

/** Lengths of texts. Servers that truncate them often do so at 255. */
const leastLength = 20;
const lengthWithoutLimit = 300;
const mostLength = 5000;

/** The dates of a body are shifted together, each by one more day, so that their order does not change. */
const mostDays = 1500;

/** Returns the date some days later, with the same time. Undefined if the value is not a date. */
export function shiftDate(value: unknown, days: number): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d.*)?$/.test(value)) return undefined;
  const instant = Date.parse(value.slice(0, 10));
  if (Number.isNaN(instant)) return undefined;
  return `${new Date(instant + days * 86_400_000).toISOString().slice(0, 10)}${value.slice(10)}`;
}

function withMember(value: unknown, path: string, member: unknown): unknown {
  const copy = cloneJson(value);
  if (!isObject(copy)) return copy;
  setMember(copy, path, member);
  // An undefined member counts as missing.
  return member === undefined ? parseJson(stringifyJson(copy)) : copy;
}
