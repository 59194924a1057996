import type { FuzzApi, FuzzTools } from '@understudy/kernel/fuzz';
import { createExchangeFuzzFiles } from './create-exchange-fuzz-files.js';
import { createKnownValues } from './create-known-values.js';
import { createForeignCallers, createFuzzCredentials } from './exchange-keys.js';
import type { KnownExchange } from './known-exchange.js';
import { prepareExchange } from './prepare-exchange.js';

/** Facts about the e-invoicing exchange for generated requests. */
export function createEinvoicingFuzz(tools: FuzzTools): FuzzApi<KnownExchange> {
  const files = createExchangeFuzzFiles(tools);
  const seed: unknown = JSON.parse(new TextDecoder().decode(tools.fixture('einvoicing/seeds/demo.json')));
  return {
    prepare: (place) => prepareExchange({ tools, files }, place),
    credentialsFor: (environment, operation) => createFuzzCredentials(tools, environment, operation),
    foreignCallers: (environment, operation) => createForeignCallers(tools, environment, operation),
    knownValues: (environment, operation) => createKnownValues(files, environment, operation),
    hasActions: true,
    seeds: [seed],
    readsBack: true,
    /** Deliveries, reminders and analyses that requests have set off are done by then. */
    afterwards: 'P35D',
    /** Few requests for each of the many operations, more for files, fewer for alternative paths. */
    pacesOf({ method, operationId, requestBody }) {
      if (operationId === 'runAction') return { valid: 60, mutated: 150, sources: 30, looks: 10 };
      const files = requestBody?.content['multipart/form-data'] !== undefined;
      const isSecond = /(?:V1|Old|Short)$/.test(operationId);
      const print = requestBody?.content['*/*'] !== undefined;
      const [valid, looks] = method === 'GET' ? [8, 8] : [files || print ? 20 : 12, 4];
      return { valid, mutated: isSecond ? 18 : files ? 90 : 36, least: 20, looks };
    },
    /** Direct Print reports errors with status 200. */
    isRejection: ({ security }, body) =>
      security.some((requirement) => 'printCompany' in requirement) && String(body).startsWith('ERROR'),
  };
}
