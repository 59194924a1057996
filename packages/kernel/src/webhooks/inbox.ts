import { defineCollection } from '../store/define-collection.js';
import { type KernelRecords, numberKey } from '../store/kernel-records.js';
import { wallSleep } from '../wall-clock.js';

/** A request that an inbox has received. */
export interface InboxMessage {
  id: string;
  /** ISO 8601 instant of the sandbox's clock. */
  receivedAt: string;
  method: 'POST' | 'PUT' | 'GET' | 'PATCH' | 'DELETE';
  path: string;
  /** As sent, without the question mark. */
  query: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** The body. It is kept once, as text: what JSON it is, is read when someone asks. */
  text: string;
  /** Whether the text is JSON: found out when it came, so that a list of large messages costs no reading. */
  isJson: boolean;
}

/** How an inbox answers the next `times` messages; the last answer set stays. */
export interface InboxResponse {
  readonly status: number;
  readonly times: number;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An inbox without its messages. */
export interface InboxRecord {
  /** How many messages have ever come. */
  readonly received: number;
  /** Those still to be given. */
  readonly answers: readonly InboxResponse[];
}

/** By their names. */
export const inboxRecords = defineCollection<InboxRecord>('inboxes');

/** By the number of the message and the name of the inbox. */
export const messageRecords = defineCollection<InboxMessage>('messages');

/** Seconds that an answer of an inbox is late, in virtual time: a header of the answer as it was set. */
export const inboxDelay = 'x-inbox-delay';

/** A webhook receiver that keeps what it gets and answers as it was set up to. */
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

  /** The answers to come, in order; none set means 204 for ever. */
  get answers(): readonly InboxResponse[] {
    return this.#answers;
  }

  /** Messages that it holds. */
  get count(): number {
    return this.#messages.length;
  }

  /** Bytes that the messages take, about. */
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

  /** Takes in a message whose record is stored, behind all others. */
  keep(message: InboxMessage): void {
    this.#messages.push(message);
    this.#bytes += bytesOf(message);
  }

  /** @param timeout milliseconds of real time to wait until there are `count` messages */
  async messages(count: number, timeout: number): Promise<InboxMessage[]> {
    if (this.#messages.length < count && timeout > 0) {
      const enough = new AbortController();
      const look = () => {
        if (this.#messages.length >= count) enough.abort();
      };
      this.#waiting.add(look);
      await wallSleep(timeout, enough.signal);
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
    return `${numberKey(Number(id))} ${this.#name}`;
  }

  #changed(): void {
    const record = () => ({ received: this.#received, answers: this.#answers });
    this.#kernel.changed(inboxRecords, this.#name, record);
  }

  #nextAnswer(): { status: number; headers: Record<string, string> } {
    const [answer, ...later] = this.#answers;
    if (answer === undefined) return { status: 204, headers: {} };
    // The last answer stays, whatever its number: a receiver does not fall back to success by itself.
    if (later.length > 0) this.#answers = answer.times > 1 ? [{ ...answer, times: answer.times - 1 }, ...later] : later;
    return { status: answer.status, headers: { ...answer.headers } };
  }
}

/** A text may take two bytes a character; the rest is what an empty message takes. */
function bytesOf({ path, query, headers, text }: Omit<InboxMessage, 'id'>): number {
  const heads = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return 500 + path.length + query.length + heads + 2 * text.length;
}
