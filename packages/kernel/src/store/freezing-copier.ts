import { setImmediate as nextTurn } from 'node:timers/promises';

/** Number of values to copy per event loop turn. */
const inOneTurn = 10_000;

/** Creates frozen copies of JSON values over several turns of the event loop. */
export class FreezingCopier {
  #copied = 0;

  /** @returns the value itself if it is already frozen */
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
      // An assignment would not create the member `__proto__`.
      else Object.defineProperty(copy, name, { value: copied, configurable: true, enumerable: true, writable: true });
    }
    return Object.freeze(copy);
  }
}

/** Deep-freezes a value. The loops allocate nothing, because every stored record is frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) for (let index = 0; index < value.length; index += 1) deepFreeze(value[index]);
  else for (const name in value) deepFreeze(value[name]);
  return Object.freeze(value);
}
