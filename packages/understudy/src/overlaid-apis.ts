import { applyOverlay, createContract } from '@understudy/contract';
import type { Simulator } from '@understudy/kernel';
import type { OverlayEditor } from '@understudy/server';
import type { StartOptions } from './start-options.js';

/** The served APIs and their Overlays, which can change while they are served. */
export class OverlaidApis implements OverlayEditor {
  /** The APIs without Overlays. */
  readonly #bases = new Map<string, Simulator>();
  readonly #serve: (simulator: Simulator) => void;
  readonly #change: (simulator: Simulator) => Simulator;
  #overlays: Readonly<Record<string, unknown>>;

  /** @param serve replaces a served API */
  constructor({ overlays = {}, change = (simulator) => simulator }: StartOptions, serve: (api: Simulator) => void) {
    this.#overlays = overlays;
    this.#change = change;
    this.#serve = serve;
  }

  /** Adds or replaces an API. @param overlays new Overlays by API @returns the API to serve */
  add(base: Simulator, overlays = this.#overlays): Simulator {
    const { name } = base;
    const served = this.#change(overlay(base, Object.hasOwn(overlays, name) ? overlays[name] : undefined));
    this.#bases.set(name, base);
    this.#overlays = overlays;
    return served;
  }

  find(api: string): Readonly<Record<string, unknown>> | undefined {
    return Object.hasOwn(this.#overlays, api) ? Object(this.#overlays[api]) : undefined;
  }

  preview(api: string, given: unknown): Simulator {
    return overlay(this.#base(api), given);
  }

  apply(api: string, given: unknown): Simulator {
    const { [api]: _previous, ...others } = this.#overlays;
    const served = this.add(this.#base(api), given === null ? others : { ...others, [api]: given });
    this.#serve(served);
    return served;
  }

  #base(api: string): Simulator {
    const base = this.#bases.get(api);
    if (base === undefined) throw new RangeError(`Unknown API "${api}"`);
    return base;
  }
}

function overlay(simulator: Simulator, given: unknown): Simulator {
  if (given === undefined || given === null) return simulator;
  const { name, contract } = simulator;
  const document = applyOverlay(contract.document, given);
  return simulator.withDescription?.(document) ?? { ...simulator, contract: createContract(name, document) };
}
