// A client of one sandbox that compares the final state with the confirmed requests. It never repeats a request.
// Messages have numbers, and advances and trainings are counted, so any duplicate comes from the servers.
// - 2xx: the request was executed exactly once.
// - 503 with Retry-After: the request was not executed.
// - 502, 504, a broken connection or no response: the request may have been executed once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '@understudy/fuzzing';
import { call, type Seen } from '../../clients/call.ts';
import type { TenantHeaders } from '../../clients/inventory-client.ts';
import { GateFailed } from '../../gate.ts';

/**
 * The requests to a sandbox: the state must contain confirmed requests once, can contain unclear requests, and nothing
 * else.
 */
interface Model {
  /** Message numbers in sending order. */
  readonly messages: number[];
  readonly maybeMessages: number[];
  /** Total seconds by which the clock was advanced. */
  seconds: number;
  maybeSeconds: number;
  /** Ids of trainings. */
  readonly jobs: string[];
  maybeJobs: number;
  /** Errors found in responses. */
  readonly wrong: string[];
  /** Gaps from a first failed request to the end of the next successful request. */
  readonly gaps: Gap[];
  answers: number;
  /** Number of rejected requests. */
  refusals: number;
}

/** A time without a successful response, in milliseconds of this process. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** Statuses and errors during the gap, in order. */
  readonly instead: readonly string[];
}

/** Milliseconds: the limit for a response, and the average pause after a failure. */
const [timeoutMs, betweenAttempts] = [2000, 500];

const start = Date.parse('2026-01-15T09:00:00.000Z');

export class ChaosClient {
  readonly name: string;
  readonly model: Model = {
    messages: [],
    maybeMessages: [],
    seconds: 0,
    maybeSeconds: 0,
    jobs: [],
    maybeJobs: 0,
    wrong: [],
    gaps: [],
    answers: 0,
    refusals: 0,
  };
  readonly #base: string;
  readonly #headers: TenantHeaders;
  readonly #hooks: string;
  readonly #random: SeededRandom;
  #sent = 0;
  #failingSince: number | undefined;
  #instead: string[] = [];

  constructor(
    name: string,
    { url, hooks, headers, random }: { url: string; hooks: string; headers: TenantHeaders; random: SeededRandom },
  ) {
    this.name = name;
    this.#base = `${url}/~${name}`;
    this.#headers = headers;
    this.#hooks = hooks;
    this.#random = random;
  }

  /** @param pause average time between two requests, in milliseconds */
  async run(isOver: () => boolean, pause: number): Promise<void> {
    await sleep(this.#random.next() * pause);
    while (!isOver()) {
      await this.#step();
      await sleep((this.#failingSince === undefined ? 2 * pause : 2 * betweenAttempts) * this.#random.next());
    }
    while (this.#failingSince !== undefined) {
      await this.#read();
      await sleep(betweenAttempts);
    }
  }

  #step(): Promise<void> {
    const draw = this.#random.next();
    if (draw < 0.5) return this.#send();
    if (draw < 0.75) return this.#read();
    return draw < 0.97 ? this.#advance() : this.#train();
  }

  async #send(): Promise<void> {
    this.#sent += 1;
    const number = this.#sent;
    const { done } = await this.#call('POST', '/_sim/inbox/log', { number });
    if (done !== 'no') (done === 'yes' ? this.model.messages : this.model.maybeMessages).push(number);
  }

  async #read(): Promise<void> {
    const { done, text } = await this.#call('GET', '/_sim/inbox/log/messages');
    if (done === 'yes') this.model.wrong.push(...wrongMessages(numbersIn(text), this.model));
  }

  async #advance(): Promise<void> {
    const { model } = this;
    const { done, text } = await this.#call('POST', '/_sim/clock/advance', { by: 'PT1S' });
    if (done === 'maybe') model.maybeSeconds += 1;
    if (done !== 'yes') return;
    model.seconds += 1;
    const wrong = wrongClock(JSON.parse(text).now, model);
    if (wrong !== undefined) model.wrong.push(wrong);
  }

  async #train(): Promise<void> {
    const webhook = { webhookUrl: `${this.#hooks}/jobs/${this.name}`, webhookApiKey: 'key' };
    const body = { parametersArray: [{ datasetId: 'd', frequency: 'D', horizon: 10 }], webhook };
    const { done, text } = await this.#call('POST', '/io/start_trainer', body);
    if (done === 'maybe') this.model.maybeJobs += 1;
    if (done === 'yes') this.model.jobs.push(JSON.parse(text).jobId);
  }

  /** Sends a request once. @throws GateFailed for an unexpected status */
  async #call(method: string, path: string, value?: unknown): Promise<{ done: Done; text: string }> {
    const { model } = this;
    const begun = performance.now();
    const headers = { 'content-type': 'application/json', ...this.#headers };
    const body = value === undefined ? undefined : JSON.stringify(value);
    const seen = await call(method, `${this.#base}${path}`, { headers, body, timeoutMs });
    const done = doneBy(seen);
    if (done === undefined) {
      throw new GateFailed(`Sandbox ${this.name} returned ${seen.status}: ${seen.text.slice(0, 300)}`);
    }
    if (done === 'yes') {
      model.answers += 1;
      if (this.#failingSince !== undefined) {
        model.gaps.push({ from: this.#failingSince, to: performance.now(), instead: this.#instead });
      }
      this.#failingSince = undefined;
      this.#instead = [];
    } else {
      if (done === 'no') model.refusals += 1;
      this.#failingSince ??= begun;
      this.#instead.push(String(seen.status ?? seen.broken));
    }
    return { done, text: seen.text };
  }
}

type Done = 'yes' | 'no' | 'maybe';

function doneBy({ status, headers }: Seen): Done | undefined {
  if (status === undefined || status === 502 || status === 504) return 'maybe';
  if (status < 300) return 'yes';
  return status === 503 && headers['retry-after'] !== undefined ? 'no' : undefined;
}

/** Returns the numbers of the messages in an inbox. */
export function numbersIn(text: string): number[] {
  const { messages }: { messages: Array<{ body: { number: number } }> } = JSON.parse(text);
  return messages.map(({ body }) => body.number);
}

/** Describes lost, duplicated, unordered and unexpected messages. */
export function wrongMessages(found: readonly number[], { messages, maybeMessages }: Model): string[] {
  const there = new Set(found);
  const known = new Set(messages);
  const maybe = new Set(maybeMessages);
  const order = found.filter((number) => known.has(number));
  return [
    ...messages.filter((number) => !there.has(number)).map((number) => `lost: message ${number}`),
    ...(there.size < found.length ? [`doubled: ${found.length - there.size} messages`] : []),
    ...found
      .filter((number) => !known.has(number) && !maybe.has(number))
      .map((one) => `stored, although it was rejected: message ${one}`),
    ...(order.some((number, index) => index > 0 && number < (order[index - 1] ?? 0)) ? ['out of order: messages'] : []),
  ];
}

export function wrongClock(now: string, { seconds, maybeSeconds }: Model): string | undefined {
  const shown = (Date.parse(now) - start) / 1000;
  if (shown < seconds) return `lost: the clock shows ${shown} s and was moved by ${seconds}`;
  if (shown > seconds + maybeSeconds)
    return `doubled: the clock shows ${shown} s and was moved by ${seconds} + ${maybeSeconds}`;
  return undefined;
}
