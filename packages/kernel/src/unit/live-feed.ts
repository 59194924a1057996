/** Publishes an API's notifications to followers within a sandbox. */
export interface FeedClient {
  /** True if there is a follower. */
  readonly isFollowed: boolean;
  /** Sends an item to all followers as soon as the unit of work is committed. */
  publish(item: unknown): void;
  /** Yields the items published from now on. Ends when the sandbox is closed or the reader stops. */
  follow(): AsyncIterable<unknown>;
}

/** Maximum number of unread items per reader. Readers that are too slow miss further items. */
const longestBacklog = 1000;
const mostFollowers = 100;

type Listener = (item: unknown) => void;

/** The feeds of the APIs of a sandbox. */
export class LiveFeeds {
  readonly #closed: AbortSignal;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(closed: AbortSignal) {
    this.#closed = closed;
  }

  isFollowed(api: string): boolean {
    return (this.#listeners.get(api)?.size ?? 0) > 0;
  }

  publish(api: string, item: unknown): void {
    for (const listen of this.#listeners.get(api) ?? []) listen(item);
  }

  /** Follows from this call on, not from the first read. Ends immediately if there are too many followers. */
  follow(api: string): AsyncIterable<unknown> {
    const listeners = this.#listeners.get(api) ?? new Set();
    this.#listeners.set(api, listeners);
    const backlog: unknown[] = [];
    let wake = () => {};
    let isOver = listeners.size >= mostFollowers;
    const listen: Listener = (item) => {
      if (backlog.length < longestBacklog) backlog.push(item);
      wake();
    };
    const end = () => {
      isOver = true;
      listeners.delete(listen);
      this.#closed.removeEventListener('abort', end);
      wake();
    };
    if (!isOver) listeners.add(listen);
    this.#closed.addEventListener('abort', end);
    const next = async (): Promise<IteratorResult<unknown>> => {
      while (backlog.length === 0 && !isOver && !this.#closed.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return backlog.length === 0 ? { done: true, value: undefined } : { done: false, value: backlog.shift() };
    };
    const leave = async (): Promise<IteratorResult<unknown>> => {
      end();
      return { done: true, value: undefined };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
  }
}
