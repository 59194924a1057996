import sortedBtree from 'sorted-btree';
import { type KernelRecords, toSortableKey } from '../store/kernel-records.js';
import { deliveryRecords, type WebhookDelivery } from './delivery.js';

const capacity = 1000;

/** The latest deliveries of a sandbox. Pending deliveries are never dropped. */
export class DeliveryLog {
  readonly #kernel: Pick<KernelRecords, 'changed' | 'list'>;
  #deliveries = new Map<number, WebhookDelivery>();
  readonly #ended = new sortedBtree.default<number, undefined>();
  #pending = new Map<string, Set<number>>();
  #nextId = 1;

  constructor(kernel: Pick<KernelRecords, 'changed' | 'list'>) {
    this.#kernel = kernel;
  }

  reserve(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  add(delivery: WebhookDelivery): void {
    this.#nextId = Math.max(this.#nextId, delivery.id + 1);
    this.#set(delivery);
    const oldest = this.#deliveries.size <= capacity ? undefined : this.#ended.minKey();
    if (oldest === undefined) return;
    this.#ended.delete(oldest);
    this.#deliveries.delete(oldest);
    this.#changed(oldest);
  }

  replace(delivery: WebhookDelivery): void {
    if (!this.#deliveries.has(delivery.id)) return;
    this.#set(delivery);
    this.#changed(delivery.id);
  }

  find(id: number): WebhookDelivery | undefined {
    return this.#deliveries.get(id);
  }

  list(): readonly WebhookDelivery[] {
    return [...this.#deliveries.values()];
  }

  /** Returns the pending deliveries with a reference, oldest first. */
  pendingOf(api: string, reference: string): WebhookDelivery[] {
    const ids = this.#pending.get(referenceKey(api, reference)) ?? [];
    return [...ids].map((id) => this.#deliveries.get(id)).filter((delivery) => delivery !== undefined);
  }

  clear(): void {
    this.#deliveries.clear();
    this.#ended.clear();
    this.#pending.clear();
    this.#nextId = 1;
  }

  async wake(): Promise<void> {
    this.clear();
    for (const { value } of await this.#kernel.list(deliveryRecords)) this.add(value);
  }

  #set(delivery: WebhookDelivery): void {
    const { id, state, origin } = delivery;
    this.#deliveries.set(id, delivery);
    const place = referenceKey(origin.api, origin.reference);
    const pending = this.#pending.get(place) ?? new Set();
    if (state === 'pending') {
      this.#ended.delete(id);
      this.#pending.set(place, pending.add(id));
    } else {
      this.#ended.set(id, undefined);
      pending.delete(id);
      if (pending.size === 0) this.#pending.delete(place);
    }
  }

  #changed(id: number): void {
    this.#kernel.changed(deliveryRecords, toSortableKey(id), () => this.#deliveries.get(id));
  }
}

function referenceKey(api: string, reference: string | undefined): string {
  return `${api} ${reference}`;
}
