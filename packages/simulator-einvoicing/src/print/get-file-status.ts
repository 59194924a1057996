import type { Handler } from '@understudy/kernel';
import { companyScope } from '../access/company-scope.js';
import type { operations } from '../generated/types.js';
import { authenticatePrint } from './authenticate-print.js';
import { printCollections, type StoredPrint } from './entities.js';
import { authenticationFailed, printError, printed } from './print-text.js';
import { readForm } from './read-form.js';
import { statusOf } from './status-of.js';

/**
 * The state of a package of the company, by its id, or by its name where the latest one counts
 * (einvoicing.print.status).
 */
export const getPrintFileStatus: Handler<operations['getPrintFileStatus']> = async (_input, context) => {
  const company = await authenticatePrint(context);
  if (company === undefined) return printError(authenticationFailed);
  const form = await readForm(context);
  if ('fault' in form) return printError(form.fault);
  const [id, name] = [form.get('file_id')?.toLowerCase(), form.get('filename')];
  if (!id && !name) return printError('FILE ID OR FILENAME MISSING');
  const prints = companyScope(context, company.id).collection(printCollections.prints);
  const latestOf = async (filename: string): Promise<StoredPrint | undefined> =>
    (await prints.range('name', [filename], [filename], { limit: 1, reverse: true }))[0]?.value;
  const found = id ? await prints.get(id) : await latestOf(name ?? '');
  if (found === undefined) return printError('FILE NOT FOUND');
  const reason = found.failure === undefined ? '' : ` ${found.failure.message}`;
  return printed(`OK ${statusOf(found, context.clock.now())}${reason}`);
};
