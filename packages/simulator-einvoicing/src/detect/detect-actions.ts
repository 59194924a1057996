import { defineAction } from '@understudy/kernel';
import { nonEmptyText } from '../access/action-input.js';
import { normalizeBusinessId } from '../access/business-id.js';
import { type BusinessWarning, businessStatuses, detectCollections, type RegisteredBusiness } from './entities.js';

const ofBusiness = {
  type: 'object',
  required: ['country', 'bid'],
  properties: { country: nonEmptyText, bid: nonEmptyText },
} as const;

export const detectActions = {
  registerBusiness: defineAction({
    summary: 'Enters what the register says of a business',
    input: {
      ...ofBusiness,
      properties: {
        ...ofBusiness.properties,
        status: { type: 'string', enum: businessStatuses, default: 'ACTIVE' },
        vat: { type: 'boolean', default: true, description: 'Whether it is registered for VAT' },
        prepayment: { type: 'boolean', default: true, description: 'In the Finnish prepayment register' },
        name: nonEmptyText,
      },
    },
    async run({ country, bid, name, ...facts }, { scopes }) {
      const business: RegisteredBusiness = { ...facts, ...(name === undefined ? {} : { name }) };
      const key = keyOf(country, bid);
      await scopes.shared.collection(detectCollections.registeredBusinesses).put(key, business);
      return { ...business };
    },
  }),
  warnOfBusiness: defineAction({
    summary: 'Puts a business on the warning list',
    input: {
      ...ofBusiness,
      properties: {
        ...ofBusiness.properties,
        source: { type: 'string', enum: ['OFFICIAL', 'USER'], default: 'OFFICIAL' },
        reason: { ...nonEmptyText, default: 'Fake invoices' },
      },
    },
    async run({ country, bid, source, reason }, { scopes }) {
      const warning: BusinessWarning = { source, reason };
      await scopes.shared.collection(detectCollections.warningList).put(keyOf(country, bid), warning);
      return { ...warning };
    },
  }),
};

function keyOf(country: string, bid: string): string {
  return `${country}/${normalizeBusinessId(country, bid)}`;
}
