import { type KernelRecords, numberKey } from '../store/kernel-records.js';
import { type Delivery, deliveryRecords } from './delivery.js';

const capacity = 1000;

/** The latest deliveries of a sandbox, the oldest first; pending ones are never dropped. */
export class DeliveryLog {
  readonly #kernel: Pick<KernelRecords, 'changed' | 'list'>;
  /** By their ids, the oldest first. */
  #deliveries = new Map<number, Delivery>();
  #nextId = 1;

  constructor(kernel: Pick<KernelRecords, 'changed' | 'list'>) {
    this.#kernel = kernel;
  }

  /** A number that no delivery had before. */
  reserve(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  /** Takes in a delivery whose record is stored. */
  add(delivery: Delivery): void {
    this.#nextId = Math.max(this.#nextId, delivery.id + 1);
    this.#deliveries.set(delivery.id, delivery);
    if (this.#deliveries.size <= capacity) return;
    for (const { id, state } of this.#deliveries.values()) {
      if (state === 'pending') continue;
      this.#deliveries.delete(id);
      this.#changed(id);
      return;
    }
  }

  /** Puts what has become of a delivery in its place; one that is not there any more stays away. */
  replace(delivery: Delivery): void {
    if (!this.#deliveries.has(delivery.id)) return;
    this.#deliveries.set(delivery.id, delivery);
    this.#changed(delivery.id);
  }

  find(id: number): Delivery | undefined {
    return this.#deliveries.get(id);
  }

  list(): readonly Delivery[] {
    return [...this.#deliveries.values()];
  }

  clear(): void {
    this.#deliveries.clear();
    this.#nextId = 1;
  }

  /** Becomes what the records say. */
  async wake(): Promise<void> {
    this.clear();
    for (const { value } of await this.#kernel.list(deliveryRecords)) this.add(value);
  }

  #changed(id: number): void {
    this.#kernel.changed(deliveryRecords, numberKey(id), () => this.#deliveries.get(id));
  }
}
