import { isDeepStrictEqual } from 'node:util';
import type { RunningSimulators } from 'api-understudy';
import { membersOf } from '../../members-of.ts';

type State = Readonly<Record<string, unknown>>;

/** Calls the control plane of a sandbox. @throws Error unless it succeeds */
export async function callControl(
  simulators: Pick<RunningSimulators, 'fetch'>,
  url: string,
  call: string,
  body?: object,
): Promise<State> {
  const [method = '', path = ''] = call.split(' ');
  const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await simulators.fetch(`${url}/_sim${path}`, body === undefined ? { method } : init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

/** Compares the state of a sandbox before and after rejected requests. */
export class SandboxState {
  /** The state before the next request. Undefined if unknown. */
  #known: State | undefined;
  #sent = 0;

  constructor(
    readonly simulators: RunningSimulators,
    readonly url: string,
    readonly every: number,
    readonly onChange: (difference: string) => void,
  ) {}

  /**
   * Sends a request. Compares the state at regular intervals, if all requests since the last comparison were rejected.
   */
  async watch(address: string, init: RequestInit | undefined, isRejection: (body: string) => boolean) {
    const isDue = this.#sent % this.every === 0;
    this.#sent += 1;
    if (isDue) this.#known ??= await this.#read();
    const response = await this.simulators.fetch(address, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const isRejected =
      (response.status >= 400 && response.status < 500) ||
      (response.ok && !isStream && isRejection(await response.clone().text()));
    const before = this.#known;
    if (!isRejected) this.#known = undefined;
    else if (isDue && before !== undefined) {
      const after = await this.#read();
      if (!isDeepStrictEqual(before, after)) this.onChange(differenceOf(before, after));
      this.#known = after;
    }
    return response;
  }

  /** Marks the state as unknown. */
  forget(): void {
    this.#known = undefined;
  }

  /** Stops the clock if requests started it, and waits until all work is done, so that the state is stable. */
  async settle(): Promise<void> {
    await callControl(this.simulators, this.url, 'PUT /clock', { mode: 'manual' });
    await callControl(this.simulators, this.url, 'POST /clock/advance', { by: 'PT0S' });
  }

  async #read(): Promise<State> {
    const { mode } = await callControl(this.simulators, this.url, 'GET /clock');
    if (mode !== 'manual') await this.settle();
    return await this.#readAtOnce();
  }

  /** Reads the state, except for positions in random sequences, which are not observable. */
  async #readAtOnce(): Promise<State> {
    const call = (line: string) => callControl(this.simulators, this.url, line);
    await call('PUT /snapshots/probe');
    const { kernel, ...state } = await call('GET /snapshots/probe');
    const { ids: _ids, chance: _chance, ...visible } = membersOf(kernel);
    await call('DELETE /snapshots/probe');
    const sandboxes = [(await call('GET /sandboxes'))['sandboxes']].flat().map((each) => {
      const { name, progression, seed } = membersOf(each);
      return { name, progression, seed };
    });
    return { ...state, ...visible, sandboxes, snapshots: (await call('GET /snapshots'))['snapshots'] };
  }
}

/** Describes how two states differ. */
function differenceOf(before: State, after: State): string {
  const changed = Object.keys({ ...before, ...after }).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  const short = (value: unknown) => JSON.stringify(value)?.slice(0, 300);
  return changed.map((key) => `${key}: ${short(before[key])} became ${short(after[key])}`).join('; ');
}
