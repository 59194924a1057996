// One client of one sandbox while servers come and go: it does one thing after another, and notes what was answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { GateFailed } from '../../scripts/gates/gate.ts';
import { call, callJson, type Seen } from './call.ts';
import type { TenantHeaders } from './inventory-client.ts';

/** What a sandbox was told to do: what was answered has to be there, what was not may be, once. */
export interface Model {
  /** Numbers of messages, in the order in which they were sent. */
  readonly messages: number[];
  readonly maybeMessages: Set<number>;
  /** Seconds that the clock was moved by. */
  seconds: number;
  maybeSeconds: number;
  /** Ids of trainings. */
  readonly jobs: string[];
  maybeJobs: number;
  /** What an answer has shown that cannot be. */
  readonly wrong: string[];
  /** Milliseconds from the first request that failed to the end of the first one that did not, each time. */
  readonly gaps: number[];
  answers: number;
}

/** Milliseconds: what an answer may take, and the time from a failure to the next attempt, on average. */
const [patience, betweenAttempts] = [2000, 500];

const start = Date.parse('2026-01-15T09:00:00.000Z');

export class ChaosClient {
  readonly name: string;
  readonly model: Model = {
    messages: [],
    maybeMessages: new Set(),
    seconds: 0,
    maybeSeconds: 0,
    jobs: [],
    maybeJobs: 0,
    wrong: [],
    gaps: [],
    answers: 0,
  };
  readonly #base: string;
  readonly #headers: TenantHeaders;
  readonly #hooks: string;
  readonly #chance: () => number;
  #sent = 0;
  #failingSince: number | undefined;

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
    const seen = await this.#call(() => this.#json('POST', '/_sim/inbox/log', { number }));
    if (seen === undefined) this.model.maybeMessages.add(number);
    else this.model.messages.push(number);
  }

  async #read(): Promise<void> {
    const seen = await this.#call(() => call('GET', `${this.#base}/_sim/inbox/log/messages`, { patience }));
    if (seen !== undefined) this.model.wrong.push(...wrongMessages(numbersIn(seen.text), this.model));
  }

  async #advance(): Promise<void> {
    const { model } = this;
    const seen = await this.#call(() => this.#json('POST', '/_sim/clock/advance', { by: 'PT1S' }));
    if (seen === undefined) model.maybeSeconds += 1;
    else {
      model.seconds += 1;
      const wrong = wrongClock(JSON.parse(seen.text).now, model);
      if (wrong !== undefined) model.wrong.push(wrong);
    }
  }

  async #train(): Promise<void> {
    const webhook = { webhookUrl: `${this.#hooks}/jobs/${this.name}`, webhookApiKey: 'key' };
    const body = { parametersArray: [{ datasetId: 'd', frequency: 'D', horizon: 10 }], webhook };
    const seen = await this.#call(() => this.#json('POST', '/io/start_trainer', body));
    if (seen === undefined) this.model.maybeJobs += 1;
    else this.model.jobs.push(JSON.parse(seen.text).jobId);
  }

  #json(method: string, path: string, value: unknown): Promise<Seen> {
    return callJson(method, `${this.#base}${path}`, value, this.#headers, { patience });
  }

  /** The answer; undefined when there was none, or one that says to come again. @throws GateFailed for any other refusal */
  async #call(send: () => Promise<Seen>): Promise<Seen | undefined> {
    const begun = performance.now();
    const seen = await send();
    if (seen.status !== undefined && seen.status < 300) {
      this.model.answers += 1;
      if (this.#failingSince !== undefined) this.model.gaps.push(performance.now() - this.#failingSince);
      this.#failingSince = undefined;
      return seen;
    }
    if (seen.status !== undefined && seen.status !== 503) {
      throw new GateFailed(`Sandbox ${this.name} was answered ${seen.status}: ${seen.text.slice(0, 300)}`);
    }
    this.#failingSince ??= begun;
    return undefined;
  }
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
  const order = found.filter((number) => known.has(number));
  return [
    ...messages.filter((number) => !there.has(number)).map((number) => `lost: message ${number}`),
    ...(there.size < found.length ? [`doubled: ${found.length - there.size} messages`] : []),
    ...found
      .filter((number) => !known.has(number) && !maybeMessages.has(number))
      .map((one) => `unknown: message ${one}`),
    ...(order.some((number, index) => index > 0 && number < (order[index - 1] ?? 0)) ? ['out of order: messages'] : []),
  ];
}

/** Undefined for a clock that shows what it was told to. */
export function wrongClock(now: string, { seconds, maybeSeconds }: Model): string | undefined {
  const shown = (Date.parse(now) - start) / 1000;
  if (shown < seconds) return `lost: the clock shows ${shown} s and was moved by ${seconds}`;
  if (shown > seconds + maybeSeconds)
    return `doubled: the clock shows ${shown} s and was moved by ${seconds} + ${maybeSeconds}`;
  return undefined;
}
