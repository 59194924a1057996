import { fileURLToPath } from 'node:url';
import { readModel } from '@understudy/model';
import type { SimulatorsOptions } from '@understudy/server';
import { describeApi } from '../describe-api.js';
import { createSender, serveDescribed } from './serve-described.js';

const file = fileURLToPath(new URL('./rental.yaml', import.meta.url));

/** Serves the description of a bike rental with the lines of a model, and returns a function that sends requests. */
export async function serveRental(model: object, options: Omit<Partial<SimulatorsOptions>, 'simulators'> = {}) {
  const { api } = await describeApi(file, { model: readModel({ understudy: 1, ...model }) });
  const simulators = await serveDescribed(api, options);
  return { call: createSender(simulators), simulators };
}

/** The message of the error of lines of a model. */
export async function refusalOf(model: object): Promise<string> {
  try {
    await describeApi(file, { model: readModel({ understudy: 1, ...model }) });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'it was accepted';
}
