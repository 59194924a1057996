import { defineCollection } from '../store/define-collection.js';
import { type KernelRecords, toSortableKey } from '../store/kernel-records.js';
import { sleepRealTime } from '../wall-clock.js';

export interface InboxMessage {
  id: string;
  receivedAt: string;
  method: 'POST' | 'PUT' | 'GET' | 'PATCH' | 'DELETE';
  path: string;
  query: string;
  headers: Readonly<Record<string, string>>;
  /** Body of the message as text. It is parsed on demand. */
  text: string;
  /** True if the body is JSON. Checked once. */
  isJson: boolean;
}

/** The response to the next `times` messages. The last response of a list stays in effect. */
interface InboxResponse {
  readonly status: number;
  readonly times: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The stored state of an inbox, without its messages. */
export interface InboxRecord {
  readonly received: number;
  readonly answers: readonly InboxResponse[];
}

export const inboxRecords = defineCollection<InboxRecord>('inboxes');

/** Messages by number and inbox name. */
export const messageRecords = defineCollection<InboxMessage>('messages');

/** Header of a configured response that delays the response by seconds of the sandbox's clock. */
export const inboxDelayHeader = 'x-inbox-delay';

export class Inbox {
  readonly #name: string;
  readonly #kernel: Pick<KernelRecords, 'changed'>;
  readonly #most: number;
  #messages: InboxMessage[] = [];
  #answers: readonly InboxResponse[];
  #received: number;
  #bytes = 0;
  #waiting = new Set<() => void>();

  /** @param most maximum number of messages */
  constructor(
    name: string,
    most: number,
    kernel: Pick<KernelRecords, 'changed'>,
    { received, answers }: InboxRecord = { received: 0, answers: [] },
  ) {
    this.#name = name;
    this.#most = most;
    this.#kernel = kernel;
    this.#received = received;
    this.#answers = answers;
  }

  setResponses(answers: readonly InboxResponse[]): void {
    this.#answers = answers;
    this.#changed();
  }

  /** Remaining responses. If there are none, the inbox returns 204. */
  get answers(): readonly InboxResponse[] {
    return this.#answers;
  }

  get count(): number {
    return this.#messages.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  receive(message: Omit<InboxMessage, 'id'>): { status: number; headers: Record<string, string> } {
    this.#received += 1;
    const received = { id: String(this.#received), ...message };
    this.#kernel.changed(messageRecords, this.#keyOf(received), () => received);
    this.keep(received);
    if (this.#messages.length > this.#most) this.dropOldest();
    for (const look of this.#waiting) look();
    this.#changed();
    return this.#nextAnswer();
  }

  keep(message: InboxMessage): void {
    this.#messages.push(message);
    this.#bytes += bytesOf(message);
  }

  /** Waits for `count` messages. @param timeout milliseconds of real time */
  async messages(count: number, timeout: number): Promise<InboxMessage[]> {
    if (this.#messages.length < count && timeout > 0) {
      const enough = new AbortController();
      const look = () => {
        if (this.#messages.length >= count) enough.abort();
      };
      this.#waiting.add(look);
      await sleepRealTime(timeout, enough.signal);
      this.#waiting.delete(look);
    }
    return [...this.#messages];
  }

  dropOldest(): void {
    const oldest = this.#messages.shift();
    if (oldest === undefined) return;
    this.#bytes -= bytesOf(oldest);
    this.#kernel.changed(messageRecords, this.#keyOf(oldest), () => undefined);
  }

  clear(): void {
    while (this.#messages.length > 0) this.dropOldest();
  }

  #keyOf({ id }: InboxMessage): string {
    return `${toSortableKey(Number(id))} ${this.#name}`;
  }

  #changed(): void {
    const record = () => ({ received: this.#received, answers: this.#answers });
    this.#kernel.changed(inboxRecords, this.#name, record);
  }

  #nextAnswer(): { status: number; headers: Record<string, string> } {
    const [answer, ...later] = this.#answers;
    if (answer === undefined) return { status: 204, headers: {} };
    // The last response stays in effect, because receivers do not recover on their own.
    if (later.length > 0) this.#answers = answer.times > 1 ? [{ ...answer, times: answer.times - 1 }, ...later] : later;
    return { status: answer.status, headers: { ...answer.headers } };
  }
}

/** Estimates the size of a message: two bytes per character, plus the size of an empty message. */
function bytesOf({ path, query, headers, text }: Omit<InboxMessage, 'id'>): number {
  const heads = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return 500 + path.length + query.length + heads + 2 * text.length;
}
