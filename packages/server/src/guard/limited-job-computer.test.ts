import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobComputer, JobWork } from '@understudy/kernel/serving';
import { expect, it } from 'vitest';
import { LimitedJobComputer } from './limited-job-computer.js';

/** Computes until the test ends it. */
class ByHand implements JobComputer {
  readonly underWay = new Map<string, () => void>();

  run({ input }: JobWork): Promise<unknown> {
    return new Promise((resolve) => this.underWay.set(String(input), () => resolve(input)));
  }

  runLive(work: JobWork) {
    return { output: this.run(work), stop: () => this.underWay.get(String(work.input))?.() };
  }
}

it('limits the concurrent jobs of a token, and alternates between its sandboxes', async () => {
  const hand = new ByHand();
  const computing = new LimitedJobComputer(hand, (sandbox) =>
    sandbox === 'free' ? undefined : { token: 'ada', most: 2 },
  );
  const begun = async () => {
    await nextTurn();
    return [...hand.underWay.keys()].join(' ');
  };
  const gone = new AbortController();
  const order = (sandbox: string, input: string): JobWork => {
    const abandoned = input === 'gone' ? gone.signal : new AbortController().signal;
    return { module: '', name: '', api: 'a', kind: 'k', sandbox, input, abandoned };
  };
  for (const input of ['one1', 'one2', 'one3', 'one4']) void computing.run(order('one', input));
  const live = computing.runLive(order('two', 'two1'), 1, () => undefined);
  const left = computing.run(order('two', 'gone'));
  void computing.run(order('free', 'free1'));
  expect(await begun()).toBe('one1 one2 free1');
  gone.abort();
  await expect(left).rejects.toThrow('No request is waiting');
  hand.underWay.get('one1')?.();
  expect(await begun()).toBe('one1 one2 free1 one3');
  hand.underWay.get('one2')?.();
  expect(await begun()).toBe('one1 one2 free1 one3 two1');
  live.stop();
  expect(await live.output).toBe('two1');
  expect(await begun()).toBe('one1 one2 free1 one3 two1 one4');
});
