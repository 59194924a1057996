// One client of one sandbox while servers come and go: it does one thing after another, and notes what was answered.
//
// It never sends anything twice: each message has a number of its own, each advance and each training is counted. What is
// there twice was doubled by the servers. An answer says whether it was done:
// - 2xx: it was, once and for all;
// - 503 with Retry-After: nothing was, which is held against the servers as strictly;
// - 502, 504, a connection that broke, or none in time: it may have been, or be yet, once.
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Seen } from '../clients/call.ts';
import type { TenantHeaders } from '../clients/inventory-client.ts';
import { GateFailed } from '../gate.ts';

/** What a sandbox was asked to do: what was done has to be there once, what may have been may be, and nothing else. */
export interface Model {
  /** Numbers of messages, in the order in which they were sent. */
  readonly messages: number[];
  readonly maybeMessages: number[];
  /** Seconds that the clock was moved by. */
  seconds: number;
  maybeSeconds: number;
  /** Ids of trainings. */
  readonly jobs: string[];
  maybeJobs: number;
  /** What an answer has shown that cannot be. */
  readonly wrong: string[];
  /** From the first request that failed to the end of the first one that did not, each time. */
  readonly gaps: Gap[];
  answers: number;
  /** Requests that were answered that nothing was done. */
  refusals: number;
}

/** A time during which a sandbox answered no one, in milliseconds of this process. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** What came instead of answers, in their order. */
  readonly instead: readonly string[];
}

/** Milliseconds: what an answer may take, and the time from a failure to the next attempt, on average. */
const [patience, betweenAttempts] = [2000, 500];

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
  readonly #chance: () => number;
  #sent = 0;
  #failingSince: number | undefined;
  #instead: string[] = [];

  constructor(
    name: string,
    { url, hooks, headers, chance }: { url: string; hooks: string; headers: TenantHeaders; chance: () => number },
  ) {
    this.name = name;
    this.#base = `${url}/~${name}`;
    this.#headers = headers;
    this.#hooks = hooks;
    this.#chance = chance;
  }

  /** @param pause milliseconds between one thing and the next, on average */
  async run(isOver: () => boolean, pause: number): Promise<void> {
    await sleep(this.#chance() * pause);
    while (!isOver()) {
      await this.#step();
      await sleep((this.#failingSince === undefined ? 2 * pause : 2 * betweenAttempts) * this.#chance());
    }
    // Whatever failed last is tried until it does not.
    while (this.#failingSince !== undefined) {
      await this.#read();
      await sleep(betweenAttempts);
    }
  }

  #step(): Promise<void> {
    const draw = this.#chance();
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

  /** Sends a request once. @throws GateFailed for any refusal but those of servers that come and go */
  async #call(method: string, path: string, value?: unknown): Promise<{ done: Done; text: string }> {
    const { model } = this;
    const begun = performance.now();
    const headers = { 'content-type': 'application/json', ...this.#headers };
    const body = value === undefined ? undefined : JSON.stringify(value);
    const seen = await call(method, `${this.#base}${path}`, { headers, body, patience });
    const done = doneBy(seen);
    if (done === undefined) {
      throw new GateFailed(`Sandbox ${this.name} was answered ${seen.status}: ${seen.text.slice(0, 300)}`);
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

/** Undefined for an answer that has no place here. */
function doneBy({ status, headers }: Seen): Done | undefined {
  if (status === undefined || status === 502 || status === 504) return 'maybe';
  if (status < 300) return 'yes';
  return status === 503 && headers['retry-after'] !== undefined ? 'no' : undefined;
}

/** Numbers in what an inbox has received. */
export function numbersIn(text: string): number[] {
  const { messages }: { messages: Array<{ body: { number: number } }> } = JSON.parse(text);
  return messages.map(({ body }) => body.number);
}

/** What is lost, doubled, out of order or was never sent. */
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
      .map((one) => `there, though it was answered that nothing was done: message ${one}`),
    ...(order.some((number, index) => index > 0 && number < (order[index - 1] ?? 0)) ? ['out of order: messages'] : []),
  ];
}

/** Undefined for a clock that shows what it was set to. */
export function wrongClock(now: string, { seconds, maybeSeconds }: Model): string | undefined {
  const shown = (Date.parse(now) - start) / 1000;
  if (shown < seconds) return `lost: the clock shows ${shown} s and was moved by ${seconds}`;
  if (shown > seconds + maybeSeconds)
    return `doubled: the clock shows ${shown} s and was moved by ${seconds} + ${maybeSeconds}`;
  return undefined;
}
