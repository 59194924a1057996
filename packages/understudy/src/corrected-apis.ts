import { applyOverlay, createContract } from '@understudy/contract';
import type { Simulator } from '@understudy/kernel';
import type { BehaviorEditor } from '@understudy/server';
import type { StartOptions } from './start-options.js';

/** Overlays and changed lines of behavior models, by API. */
export type CorrectionsByApi = Pick<StartOptions, 'overlays' | 'model'>;

/** The served APIs with their Overlays and behavior models, which can change at runtime. */
export class CorrectedApis implements BehaviorEditor {
  /** The APIs without corrections. */
  readonly #bases = new Map<string, Simulator>();
  readonly #serve: (simulator: Simulator) => void;
  readonly #change: (simulator: Simulator) => Simulator;
  #given: CorrectionsByApi;

  /** @param serve replaces a served API */
  constructor({ overlays, model, change = (simulator) => simulator }: StartOptions, serve: (api: Simulator) => void) {
    this.#given = { ...(overlays && { overlays }), ...(model && { model }) };
    this.#change = change;
    this.#serve = serve;
  }

  /** Adds or replaces an API. @param given new corrections by API @returns the API to serve */
  add(base: Simulator, given: CorrectionsByApi = {}): Simulator {
    const all = { ...this.#given, ...given };
    const served = this.#change(correct(base, of(all, base.name)));
    this.#bases.set(base.name, base);
    this.#given = all;
    return served;
  }

  find(api: string): unknown {
    return of(this.#given, api).model;
  }

  preview(api: string, model: unknown): Simulator {
    return correct(this.#base(api), { ...of(this.#given, api), model });
  }

  apply(api: string, model: unknown): Simulator {
    const served = this.add(this.#base(api), { model: { ...this.#given.model, [api]: model } });
    this.#serve(served);
    return served;
  }

  #base(api: string): Simulator {
    const base = this.#bases.get(api);
    if (base === undefined) throw new RangeError(`Unknown API "${api}"`);
    return base;
  }
}

/** The corrections of one API. Null if there are none. */
interface Corrections {
  readonly overlay: unknown;
  readonly model: unknown;
}

function of({ overlays = {}, model = {} }: CorrectionsByApi, api: string): Corrections {
  const find = (all: Readonly<Record<string, unknown>>) => (Object.hasOwn(all, api) ? (all[api] ?? null) : null);
  return { overlay: find(overlays), model: find(model) };
}

/** Applies the Overlay first, because the model belongs to the description with its Overlay. */
function correct(simulator: Simulator, { overlay, model }: Corrections): Simulator {
  const laid = overlay === null ? simulator : lay(simulator, overlay);
  if (model === null) return laid;
  if (laid.withModel !== undefined) return laid.withModel(model);
  throw new RangeError(`${simulator.name} is implemented in code; only APIs from descriptions have a behavior model`);
}

function lay(simulator: Simulator, overlay: unknown): Simulator {
  const { name, contract } = simulator;
  const document = applyOverlay(contract.document, overlay);
  return simulator.withDescription?.(document) ?? { ...simulator, contract: createContract(name, document) };
}
