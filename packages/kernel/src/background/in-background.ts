import type { Sandbox } from '../sandbox/sandbox.js';
import type { ActionContext } from '../simulator.js';
import { scopesOf } from '../store/scope.js';
import { ConflictError, type Store } from '../store/store.js';
import { Outbox } from './outbox.js';
import { storedTimers } from './stored-timer.js';

/** Each time somebody else has succeeded, so this many others must come first before it is given up. */
const attempts = 1000;

/** Who works, for whom, and because of which journal entry. */
export interface BackgroundPlace {
  readonly store: Store;
  readonly sandbox: Sandbox;
  readonly api: string;
  readonly cause: number | null;
}

/**
 * Does work of an API outside a request: in a unit of work, from the beginning again when another one came in between.
 *
 * @param work its result; `keep` false leaves everything as it was
 * @throws what the work throws
 */
export async function inBackground<T>(
  { store, sandbox, api, cause }: BackgroundPlace,
  work: (context: ActionContext) => Promise<T>,
  keep: (result: T) => boolean = () => true,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const unit = store.begin(sandbox.name);
    const scopes = scopesOf(unit, api);
    const outbox = new Outbox(
      () => scopes.shared.collection(storedTimers),
      () => sandbox.ids.next('timer'),
      cause,
    );
    const result = await work({
      api,
      clock: sandbox.clock,
      ids: sandbox.ids,
      random: sandbox.random,
      scopes,
      settings: sandbox.settings.ofApi(api),
      tokens: sandbox.tokens,
      compute: (work, input) => sandbox.compute(work, input),
      timers: outbox.timers,
      webhooks: outbox,
    });
    if (!keep(result)) return result;
    try {
      await unit.commit();
      outbox.release(sandbox, api, cause);
      return result;
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === attempts) throw error;
    }
  }
}
