import type { OperationHandler } from '@understudy/kernel';
import { companyScope } from '../access/company-scope.js';
import type { operations } from '../generated/types.js';
import { printSeconds } from '../policies.js';
import { authenticatePrint } from './authenticate-print.js';
import { printCollections, type StoredPrint } from './entities.js';
import { authenticationFailed, printError, printed, readForm } from './read-form.js';

/** The state of a package at an instant, by time unless the printing failed (einvoicing.gap.print-bodies). */
export function statusOf(
  { receivedAt, letterClass, failure }: StoredPrint,
  now: Date,
): 'RECEIVED' | 'PROCESSING' | 'PRINTED' | 'FAILED' {
  if (failure !== undefined) return 'FAILED';
  const seconds = (now.getTime() - Date.parse(receivedAt)) / 1000;
  if (seconds < printSeconds.processing) return 'RECEIVED';
  return seconds < printSeconds.printed[letterClass] ? 'PROCESSING' : 'PRINTED';
}

/** The state of a package of the company by its id, or the latest one of a name (einvoicing.print.status). */
export const getPrintFileStatus: OperationHandler<operations['getPrintFileStatus']> = async (_input, context) => {
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
