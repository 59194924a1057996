import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../steps.mjs';
import { exchangeCredentials, exchangeStrangers } from '../einvoicing/exchange-keys.mjs';
import { familiarExchange } from '../einvoicing/familiar-exchange.mjs';
import { prepareExchange } from '../einvoicing/prepare-exchange.mjs';

/** The e-invoicing exchange, as the fuzz gate makes a world of it. */
export const einvoicing = {
  name: 'einvoicing',
  prepare: prepareExchange,
  credentialsFor: exchangeCredentials,
  strangersTo: exchangeStrangers,
  familiarFor: familiarExchange,
  readsBack: true,
  seeds: [JSON.parse(readFileSync(join(root, 'fixtures', 'einvoicing', 'seeds', 'demo.json'), 'utf8'))],
  /** Deliveries, reminders and analyses that requests have set off are done by then. */
  afterwards: 'P35D',
  /** Many operations, so few requests to each; more where files can be spoiled, fewer where an address is one of two. */
  pacesOf({ method, operationId, requestBody }) {
    if (operationId === 'runAction') return { valid: 60, spoiled: 150, sources: 30, looks: 10 };
    const files = requestBody?.content['multipart/form-data'] !== undefined;
    const isSecond = /(?:V1|Old|Short)$/.test(operationId);
    const print = requestBody?.content['*/*'] !== undefined;
    const [valid, looks] = method === 'GET' ? [8, 8] : [files || print ? 20 : 12, 4];
    return { valid, spoiled: isSecond ? 18 : files ? 90 : 36, least: 20, looks };
  },
  /** Direct Print says no with status 200. */
  refuses: ({ security }, body) =>
    security.some((requirement) => 'printCompany' in requirement) && String(body).startsWith('ERROR'),
};
