// A process of the corpus trial: compares the responses of each description in its arguments with those of its pinned
// model, and prints a line of JSON for each. Both get the same requests, so a difference shows that the pinned model
// still relies on inference.
import { describeApi } from '@understudy/described';
import { checkFidelity } from '@understudy/fuzzing';
import { type BehaviorModel, printModel, readModel } from '@understudy/model';
import { startSimulators } from 'api-understudy';
import { parse } from 'yaml';
import { checkFiles, checkSeconds, tellProgress } from './work-off.ts';

/** The result of comparing one description with its pinned model. */
export interface PinResult {
  /** Path of the description in the corpus. */
  readonly file: string;
  /** The reason, if the description cannot be served. */
  readonly error?: string;
  readonly requests?: number;
  /** The first requests whose responses differ. */
  readonly differences?: readonly string[];
}

const mostDifferences = 10;
await checkFiles(compareWithPin);

async function compareWithPin(file: string): Promise<PinResult> {
  const [written, inferred] = await start(file);
  const pin = readModel(parse(await printModel(written.full)));
  const [, pinned] = await start(file, pin);
  const end = performance.now() + checkSeconds * 1000;
  const differences: string[] = [];
  let requests = 0;
  try {
    await checkFidelity(written.contract, {
      url: inferred.url,
      isLate: () => performance.now() > end || differences.length >= mostDifferences,
      onProgress: tellProgress,
      newDefects: () => [],
      async fetch(address, init) {
        const [one, other] = [await inferred.fetch(address, init), await pinned.fetch(address, init)];
        requests += 1;
        const [first, second] = [await tell(one.clone()), await tell(other)];
        if (first !== second) differences.push(`${init?.method ?? 'GET'} ${address}: ${differenceOf(first, second)}`);
        return one;
      },
    });
    return { file, requests, differences };
  } finally {
    await inferred.close();
    await pinned.close();
  }
}

async function start(file: string, model?: BehaviorModel) {
  const { api, writeModel } = await describeApi(file, { name: 'described', ...(model === undefined ? {} : { model }) });
  const contract = await api.describe?.();
  if (contract === undefined) throw new Error('it has no contract');
  const described = { security: 'off', 'http.unknownIds': 'invent' };
  const settings = { apis: { described } };
  const simulators = await startSimulators({ apis: [api], settings, seed: 'demo', randomSeed: '1' });
  return [{ full: writeModel().full, contract }, simulators] as const;
}

/** Formats the status, headers and body of a response. */
async function tell(answer: Response): Promise<string> {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  return [answer.status, ...headers.sort(), '', await answer.text()].join('\n');
}

/** Returns excerpts of two responses, from shortly before their first difference. */
function differenceOf(one: string, other: string): string {
  const at = [...one].findIndex((each, index) => each !== other[index]);
  const from = Math.max(0, (at < 0 ? one.length : at) - 40);
  return `${JSON.stringify(one.slice(from, from + 120))} or ${JSON.stringify(other.slice(from, from + 120))}`;
}
