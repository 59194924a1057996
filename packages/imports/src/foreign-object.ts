import { isObject, membersOf } from '@understudy/contract';
import { type ImportResult, type NameValuePairs, referToFile } from './imported.js';

/** Reads an object in a foreign file, and lists the fields that were not read, so that none is lost silently. */
export class ForeignObject {
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #read = new Set<string>();
  readonly #pairs = new Map<string, [string, string][]>();

  constructor(
    value: unknown,
    readonly place: string,
    readonly into: ImportResult,
  ) {
    this.#fields = new Map(isObject(value) ? Object.entries(value) : []);
  }

  get names(): string[] {
    return [...this.#fields.keys()];
  }

  has(name: string): boolean {
    return !isEmpty(this.#fields.get(name));
  }

  value(name: string): unknown {
    this.#read.add(name);
    return this.#fields.get(name);
  }

  /**
   * Returns the first of the named scalars as a string, or `''` if there is none.
   *
   * @param names field names, separated
   * by spaces
   */
  text(names: string): string {
    // An object counts as unread, so that it is reported.
    const scalars = names.split(' ').filter((name) => !isStructure(this.#fields.get(name)));
    return String(scalars.map((name) => this.value(name)).find((value) => !isEmpty(value)) ?? '');
  }

  number(name: string): number | undefined {
    const text = String(this.value(name) ?? '');
    return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
  }

  object(name: string): ForeignObject {
    return new ForeignObject(this.value(name), `${this.place}.${name}`, this.into);
  }

  /** Returns the objects in a list. A single object counts as a list with one item. */
  objects(name: string): ForeignObject[] {
    const value = this.value(name);
    const list: unknown[] = Array.isArray(value) ? value : isObject(value) ? [value] : [];
    return list.map((item, index) => {
      const label = membersOf(item).name ?? membersOf(item).key ?? membersOf(item).description ?? index;
      return new ForeignObject(item, `${this.place}.${name}[${String(label).slice(0, 80)}]`, this.into);
    });
  }

  /**
   * Returns the names and values in a list such as `[{ key, value }]`. For a file, the value is a reference to it, see
   * {@link referToFile}. Reports disabled entries.
   */
  pairs(name: string, key = 'key', value = 'value'): [string, string][] {
    // Many requests can share their folder's list.
    const known = this.#pairs.get(name);
    const pairs =
      known ??
      this.objects(name).flatMap((pair): [string, string][] => {
        pair.ignore('id name description type uuid enabled equals multiline _id src fileName contentType');
        const isOff = pair.value('disabled') === true || pair.value('enabled') === false;
        const isFile = pair.text('type') === 'file' || pair.has('src') || pair.has('fileName');
        if (isOff) pair.note('it is disabled');
        const given = pair.text(key);
        const paths = [pair.value('src') ?? (pair.text('fileName') || given)].flat().map(String);
        const values = isFile && !isOff ? paths.map((path) => referToFile(path, pair)) : [pair.text(value)];
        pair.end();
        return isOff || given === '' ? [] : values.map((each) => [given, each]);
      });
    this.#pairs.set(name, pairs);
    return pairs;
  }

  /** Returns an object's members as names and values. */
  members(name: string): NameValuePairs {
    const value = this.value(name);
    return Object.entries(isObject(value) ? value : {}).map(([each, text]) => [each, [text].flat().join(', ')]);
  }

  /** Returns an object that a field contains in another form, such as a JSON string. */
  child(name: string, value: unknown): ForeignObject {
    this.ignore(name);
    return new ForeignObject(value, `${this.place}.${name}`, this.into);
  }

  /** Returns the object without a field. */
  without(name: string): ForeignObject {
    const others = [...this.#fields].filter(([each]) => each !== name);
    return new ForeignObject(Object.fromEntries(others), this.place, this.into);
  }

  /** Ignores fields that an import does not need, such as ids. @param names field names, separated by spaces */
  ignore(names: string): this {
    for (const name of names.split(' ')) this.#read.add(name);
    return this;
  }

  /** Reports a part that is not imported. */
  omit(what: string, field = ''): void {
    this.into.omissions.push({ place: field === '' ? this.place : `${this.place}.${field}`, what });
  }

  /** Reports a part that the original tool also ignores, or that becomes an input. */
  note(what: string): void {
    this.into.omissions.push({ place: this.place, what, isNote: true });
  }

  /** Reports the fields that were not read. */
  end(refuse = (field: string): void => this.omit('is not supported', field)): void {
    for (const [name, value] of this.#fields) if (!this.#read.has(name) && !isEmpty(value) && value !== 0) refuse(name);
  }
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
