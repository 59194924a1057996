import {
  compareNumbers,
  ExactDecimal,
  type ExactNumber,
  isExactNumber,
  isIntegral,
  type JsonNumber,
} from './exact-number.js';

const largestInt64 = 2n ** 63n - 1n;

/** Returns whether an integer fits into 64 bits. */
export function isInt64(value: JsonNumber): boolean {
  if (Number.isSafeInteger(value)) return true;
  return (
    isIntegral(value) && compareNumbers(value, largestInt64) <= 0 && compareNumbers(value, -largestInt64 - 1n) >= 0
  );
}

/**
 * A value whose exact numbers are replaced by doubles of the same kind: an integer by an integer, one beyond 64 bits by
 * a larger one, a decimal by a fraction. Equal numbers get equal doubles. Ajv can thus check types and formats. The
 * keywords that compare numbers look up the exact value.
 */
export class StandIns {
  readonly root: { readonly value: unknown };
  readonly #exact = new Map<unknown, Map<string, ExactNumber>>();
  readonly #doubles = new Map<string, number>();
  readonly #originals = new Map<unknown, object>();

  constructor(value: unknown) {
    const root = { value };
    this.root = root;
    root.value = this.#copy(value, root, 'value');
  }

  /** Returns the value with its exact numbers, from the member `key` of a copied object or array. */
  original(value: unknown, parent: unknown, key: string | number): unknown {
    return this.#exact.get(parent)?.get(String(key)) ?? this.#originals.get(value) ?? value;
  }

  /** Adds the members that defaults added to the copies to the originals. */
  keepDefaults(): void {
    for (const [copy, original] of this.#originals) {
      if (typeof copy !== 'object' || copy === null) continue;
      for (const [name, value] of Object.entries(copy)) {
        if (!Object.hasOwn(original, name)) Reflect.set(original, name, value);
      }
    }
  }

  #copy(value: unknown, parent: object, key: string): unknown {
    if (isExactNumber(value)) {
      const members = this.#exact.get(parent) ?? new Map<string, ExactNumber>();
      this.#exact.set(parent, members.set(key, value));
      return this.#doubleOf(value);
    }
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    const copy: object = Array.isArray(value) ? [] : {};
    let isSame = true;
    for (const [name, part] of Object.entries(value)) {
      const own = this.#copy(part, copy, name);
      isSame &&= own === part;
      Object.defineProperty(copy, name, { value: own, enumerable: true, configurable: true, writable: true });
    }
    if (isSame) return value;
    this.#originals.set(copy, value);
    return copy;
  }

  #doubleOf(value: ExactNumber): number {
    const known = this.#doubles.get(String(value));
    if (known !== undefined) return known;
    const index = this.#doubles.size + 1;
    let double = 2 ** 62 + 1024 * index;
    if (value instanceof ExactDecimal) double = index + 0.5;
    else if (!isInt64(value)) double = 1e300 + 1e285 * index;
    this.#doubles.set(String(value), double);
    return double;
  }
}
