import { createMustBeFinding, defineAction } from '@understudy/kernel';
import { nonEmptyText } from '../access/action-input.js';
import { getCompanyScope } from '../access/company-scope.js';
import { printCollections } from './entities.js';
import { computePrintStatus } from './get-file-status.js';

/** Events at the printing service. */
export const printActions = {
  failPrint: defineAction({
    summary: 'The printing service fails at a package that is not printed yet',
    input: {
      type: 'object',
      required: ['fileId'],
      properties: {
        fileId: { ...nonEmptyText, examples: [], description: 'Of a package that is not printed yet' },
        message: { ...nonEmptyText, default: 'The package cannot be printed' },
      },
    },
    async run({ fileId, message }, context) {
      const id = fileId.toLowerCase();
      const owner = await context.scopes.shared.collection(printCollections.owners).get(id);
      if (owner === undefined) return createMustBeFinding('fileId', 'the id of a package');
      const prints = getCompanyScope(context, owner.companyId).collection(printCollections.prints);
      const print = await prints.get(id);
      if (print === undefined) return createMustBeFinding('fileId', 'the id of a package');
      const now = context.clock.now();
      const status = computePrintStatus(print, now);
      if (status === 'PRINTED' || status === 'FAILED') {
        return createMustBeFinding('fileId', `of a package that is not final; this one is ${status}`);
      }
      const failure = { at: now.toISOString(), message };
      await prints.put(id, { ...print, failure });
      return { status: 'FAILED', message };
    },
  }),
};
