import { Piscina } from 'piscina';
import { RoundRobinQueue } from './round-robin-queue.js';

type TaskQueue = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['taskQueue']>;
type Task = Parameters<TaskQueue['push']>[0];

/** Names the owner of a piece of work, for {@link ThreadQueue}; threads do not see it. */
export function workOf<Order extends object>(sandbox: string, order: Order): Order {
  return Object.defineProperty(order, Piscina.queueOptionsSymbol, { value: { sandbox } });
}

/** The work that waits for a thread of a pool: sandboxes have their turns one after another. */
export class ThreadQueue implements TaskQueue {
  readonly #line = new RoundRobinQueue<Task>();

  get size(): number {
    return this.#line.size;
  }

  push(task: Task): void {
    this.#line.push(sandboxOf(task), task);
  }

  /** A pool takes work out before it knows that a thread is free, and then puts it back. */
  unshift(task: Task): void {
    this.#line.unshift(sandboxOf(task), task);
  }

  shift(): Task | null {
    return this.#line.shift() ?? null;
  }

  remove(task: Task): void {
    this.#line.remove(task);
  }
}

function sandboxOf(task: Task): string {
  return String(Object(Reflect.get(task, Piscina.queueOptionsSymbol)).sandbox);
}
