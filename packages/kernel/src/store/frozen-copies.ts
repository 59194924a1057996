import { setImmediate as nextTurn } from 'node:timers/promises';

/** Values that are copied before others get a turn of the event loop. */
const inOneTurn = 10_000;

/** Copies values of JSON, frozen with all their parts; large ones, and many, in several turns of the event loop. */
export class FrozenCopies {
  #copied = 0;

  /** @returns the value itself where it is frozen */
  async of(value: unknown): Promise<unknown> {
    const steps = this.#steps(value);
    for (;;) {
      const { done, value: copy } = steps.next();
      if (done) return copy;
      await nextTurn();
    }
  }

  *#steps(value: unknown): Generator<undefined, unknown> {
    this.#copied += 1;
    if (this.#copied % inOneTurn === 0) yield;
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(yield* this.#steps(item));
      return Object.freeze(items);
    }
    const copy: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(value)) {
      const copied = yield* this.#steps(part);
      if (name !== '__proto__') copy[name] = copied;
      // Assigning would make it something else than a member.
      else Object.defineProperty(copy, name, { value: copied, configurable: true, enumerable: true, writable: true });
    }
    return Object.freeze(copy);
  }
}

/** Freezes a value with all its parts. Its loops allocate nothing: this is called for each record that is stored. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) for (let index = 0; index < value.length; index += 1) freeze(value[index]);
  else for (const name in value) freeze(value[name]);
  return Object.freeze(value);
}
