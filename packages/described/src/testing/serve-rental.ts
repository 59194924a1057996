import { fileURLToPath } from 'node:url';
import { readModel } from '@understudy/model';
import type { SimulatorsOptions } from '@understudy/server';
import { describeApi } from '../describe-api.js';
import { createSender, serveDescribed } from './serve-described.js';

const file = fileURLToPath(new URL('./rental.yaml', import.meta.url));

/** Serves a bike rental API with changes to its model, and returns a function that sends requests. */
export async function serveRental(model: object, options: Omit<Partial<SimulatorsOptions>, 'simulators'> = {}) {
  const { api } = await describeApi(file, { model: readModel({ understudy: 1, ...model }) });
  const simulators = await serveDescribed(api, options);
  return { call: createSender(simulators), simulators };
}

/** Returns the error message for invalid changes to the model. */
export async function refusalOf(model: object): Promise<string> {
  try {
    await describeApi(file, { model: readModel({ understudy: 1, ...model }) });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'it was accepted';
}
