import { wallSleep } from '../clock.js';

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
  /** The body. It is kept once, as text: what JSON it is, is read when somebody asks. */
  text: string;
  /** Whether the text is JSON: found out when it came, so that a list of large messages costs no reading. */
  isJson: boolean;
}

/** How an inbox answers the next `times` messages; the last answer told stays. */
export interface InboxAnswer {
  status: number;
  times: number;
  /** Lower-case names. */
  headers?: Record<string, string>;
}

/** Seconds that an answer of an inbox is late, in virtual time: a header of the answer as it was told. */
export const inboxDelay = 'x-inbox-delay';

const capacity = 1000;

/** A webhook receiver that keeps what it gets and answers as told. */
export class Inbox {
  #messages: InboxMessage[] = [];
  #answers: InboxAnswer[] = [];
  #received = 0;
  #bytes = 0;
  #waiting = new Set<() => void>();

  tell(answers: readonly InboxAnswer[]): void {
    this.#answers = answers.map((answer) => ({ ...answer }));
  }

  /** Bytes that the messages take, about. */
  get bytes(): number {
    return this.#bytes;
  }

  receive(message: Omit<InboxMessage, 'id'>): { status: number; headers: Record<string, string> } {
    this.#received += 1;
    this.#messages.push({ id: String(this.#received), ...message });
    this.#bytes += bytesOf(message);
    if (this.#messages.length > capacity) this.dropOldest();
    for (const look of this.#waiting) look();
    return this.#nextAnswer();
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
    if (oldest !== undefined) this.#bytes -= bytesOf(oldest);
  }

  clear(): void {
    this.#messages = [];
    this.#bytes = 0;
  }

  #nextAnswer(): { status: number; headers: Record<string, string> } {
    const [answer] = this.#answers;
    if (answer === undefined) return { status: 204, headers: {} };
    answer.times -= 1;
    // The last answer stays, whatever its number: a receiver does not fall back to success by itself.
    if (answer.times <= 0 && this.#answers.length > 1) this.#answers.shift();
    return { status: answer.status, headers: answer.headers ?? {} };
  }
}

/** A text may take two bytes a character; the rest is what an empty message takes. */
function bytesOf({ path, query, headers, text }: Omit<InboxMessage, 'id'>): number {
  const heads = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return 500 + path.length + query.length + heads + 2 * text.length;
}
