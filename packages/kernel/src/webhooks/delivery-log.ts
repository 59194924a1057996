import type { Delivery } from './delivery.js';

const capacity = 1000;

/** The latest deliveries of a sandbox, the oldest first; pending ones are never dropped. */
export class DeliveryLog {
  #deliveries: Delivery[] = [];
  #byId = new Map<number, Delivery>();
  #nextId = 1;

  add(delivery: Omit<Delivery, 'id'>): Delivery {
    const added: Delivery = { id: this.#nextId, ...delivery };
    this.restore(added);
    return added;
  }

  /** Puts back a delivery that a snapshot kept. */
  restore(delivery: Delivery): void {
    this.#nextId = Math.max(this.#nextId, delivery.id + 1);
    this.#deliveries.push(delivery);
    this.#byId.set(delivery.id, delivery);
    if (this.#deliveries.length <= capacity) return;
    const oldest = this.#deliveries.findIndex(({ state }) => state !== 'pending');
    if (oldest === -1) return;
    for (const dropped of this.#deliveries.splice(oldest, 1)) this.#byId.delete(dropped.id);
  }

  find(id: number): Delivery | undefined {
    return this.#byId.get(id);
  }

  list(): readonly Delivery[] {
    return this.#deliveries;
  }

  clear(): void {
    this.#deliveries = [];
    this.#byId.clear();
    this.#nextId = 1;
  }
}
