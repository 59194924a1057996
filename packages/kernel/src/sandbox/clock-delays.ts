import type { Clock } from '../clock.js';

export class ClockDelays {
  readonly #clock: Clock;
  #waiters = new Map<number, () => void>();
  #next = 1;

  constructor(clock: Clock) {
    this.#clock = clock;
    clock.on('wait', async (id) => {
      this.#waiters.get(Number(id))?.();
      this.#waiters.delete(Number(id));
    });
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const id = this.#next;
      this.#next += 1;
      this.#waiters.set(id, resolve);
      this.#clock.schedule({ at: this.#clock.now().getTime() + milliseconds, kind: 'wait', payload: id });
    });
  }

  release(): void {
    for (const resolve of this.#waiters.values()) resolve();
    this.#waiters.clear();
  }
}
