/** A string that also has members, such as a request path with its segments. */
export class TextWithMembers {
  readonly #members: ReadonlyMap<string, unknown>;

  /** @param members by lower-case name if names are case-insensitive */
  constructor(
    readonly text: string,
    members: Iterable<readonly [string, unknown]>,
    readonly ignoresCase = false,
  ) {
    this.#members = new Map(members);
  }

  get values(): readonly unknown[] {
    return [...this.#members.values()];
  }

  member(name: string): unknown {
    return this.#members.get(this.ignoresCase ? name.toLowerCase() : name);
  }
}

/** A string from a helper that is not escaped. */
export class SafeText {
  constructor(readonly text: string) {}
}

/** Returns a member of a value: only an own member, or the length of a list. */
export function readMember(value: unknown, name: string): unknown {
  if (value instanceof TextWithMembers) return value.member(name);
  if (Array.isArray(value))
    return name === 'length' ? value.length : /^\d+$/.test(name) ? value[Number(name)] : undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof TextWithMembers || value instanceof SafeText) return value.text;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the plain value of a helper's parameter. */
export function toPlain(value: unknown): unknown {
  return value instanceof TextWithMembers || value instanceof SafeText ? value.text : value;
}

export function toNumber(value: unknown): number {
  return Number(toText(value));
}

export function isTruthy(value: unknown): boolean {
  const plain = toPlain(value);
  return Array.isArray(plain) ? plain.length > 0 : Boolean(plain);
}

/** Reads `a.b.0.c`, a list of names in brackets, or the whole value for an empty path. */
export function readPath(value: unknown, path: string): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  return names.reduce<unknown>((inner, name) => readMember(inner, name.replace(/^(['"])(.*)\1$/, '$2')), value);
}
