import type { Action } from '@understudy/kernel';
import { must, textOf } from '../access/action-input.js';
import { normalBusinessId } from '../access/business-id.js';
import { businessStatuses, detectCollections, type RegisteredBusiness, type Warning } from './entities.js';

/** What registers and others say of businesses. */
export const detectActions: Readonly<Record<string, Action>> = {
  registerBusiness: {
    summary: `What the register says of a business: {country, bid, status?: ${businessStatuses.join('|')}, vat?, prepayment?, name?}`,
    members: ['country', 'bid', 'status', 'vat', 'prepayment', 'name'],
    async run(input, { scopes }) {
      const key = keyOf(input);
      if (key === undefined) return must('bid', 'a business id, beside country');
      const { status = 'ACTIVE', vat = true, prepayment = true } = input;
      const known = businessStatuses.find((one) => one === status);
      if (known === undefined) return must('status', `one of ${businessStatuses.join(', ')}`);
      if (typeof vat !== 'boolean') return must('vat', 'true or false');
      if (typeof prepayment !== 'boolean') return must('prepayment', 'true or false');
      const name = textOf(input.name);
      const business: RegisteredBusiness = { status: known, vat, prepayment, ...(name === undefined ? {} : { name }) };
      await scopes.shared.collection(detectCollections.registeredBusinesses).put(key, business);
      return { ...business };
    },
  },
  warnOfBusiness: {
    summary: 'Put a business on the warning list: {country, bid, source?: OFFICIAL|USER, reason?}',
    members: ['country', 'bid', 'source', 'reason'],
    async run(input, { scopes }) {
      const key = keyOf(input);
      if (key === undefined) return must('bid', 'a business id, beside country');
      const { source = 'OFFICIAL' } = input;
      if (source !== 'OFFICIAL' && source !== 'USER') return must('source', 'OFFICIAL or USER');
      const warning: Warning = { source, reason: textOf(input.reason) ?? 'Fake invoices' };
      await scopes.shared.collection(detectCollections.warningList).put(key, warning);
      return { ...warning };
    },
  },
};

function keyOf({ country, bid }: Record<string, unknown>): string | undefined {
  const [land, id] = [textOf(country), textOf(bid)];
  if (land === undefined || id === undefined) return undefined;
  return `${land}/${normalBusinessId(land, id)}`;
}
