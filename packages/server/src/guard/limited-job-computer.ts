import { type JobComputer, type JobWork, type LiveWork, RoundRobinQueue } from '@understudy/kernel/serving';

/** Returns a sandbox's owner and its maximum number of concurrent jobs; undefined for no limit. */
type LimitOf = (sandbox: string) => { readonly token: string; readonly most: number } | undefined;

interface Share {
  underWay: number;
  readonly waiting: RoundRobinQueue<() => void>;
}

/** Limits the number of jobs that each token's sandboxes compute at once. Waiting sandboxes take turns. */
export class LimitedJobComputer implements JobComputer {
  readonly #computing: JobComputer;
  readonly #limitOf: LimitOf;
  readonly #shares = new Map<string, Share>();

  constructor(computing: JobComputer, limitOf: LimitOf) {
    this.#computing = computing;
    this.#limitOf = limitOf;
  }

  async run(work: JobWork): Promise<unknown> {
    return await this.#inTurn(work, () => this.#computing.run(work));
  }

  runLive(work: JobWork, scale: number, onProgress: (output: unknown) => void): LiveWork {
    let run: LiveWork | undefined;
    let isStopped = false;
    const begin = async () => {
      if (isStopped) return undefined;
      run = this.#computing.runLive(work, scale, onProgress);
      return await run.output;
    };
    return {
      output: this.#inTurn(work, begin),
      stop() {
        isStopped = true;
        run?.stop();
      },
    };
  }

  async #inTurn(work: JobWork, compute: () => Promise<unknown>): Promise<unknown> {
    const limit = this.#limitOf(work.sandbox);
    if (limit === undefined) return await compute();
    const share = this.#shares.get(limit.token) ?? { underWay: 0, waiting: new RoundRobinQueue() };
    this.#shares.set(limit.token, share);
    if (share.underWay >= limit.most) await inLine(share.waiting, work);
    else share.underWay += 1;
    try {
      return work.abandoned.aborted ? undefined : await compute();
    } finally {
      const next = share.waiting.shift();
      // The next waiting job takes the slot.
      if (next === undefined) share.underWay -= 1;
      else next();
    }
  }
}

/** Resolves when it is this work's turn, or rejects if its output is no longer needed. */
function inLine(line: RoundRobinQueue<() => void>, { sandbox, abandoned }: JobWork): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      line.remove(begin);
      reject(new Error('No request is waiting for this work any more'));
    };
    const begin = () => {
      abandoned.removeEventListener('abort', leave);
      resolve();
    };
    line.push(sandbox, begin);
    abandoned.addEventListener('abort', leave, { once: true });
  });
}
