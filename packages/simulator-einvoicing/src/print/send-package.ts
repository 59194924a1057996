import type { OperationHandler } from '@understudy/kernel';
import { getCompanyScope } from '../access/company-scope.js';
import { collections } from '../entities.js';
import { readUpload } from '../exchange/read-upload.js';
import type { operations } from '../generated/types.js';
import { authenticatePrint } from './authenticate-print.js';
import { printCollections, type StoredPrint } from './entities.js';
import { authenticationFailedMessage, createPrintError, createPrintResponse, readForm } from './read-form.js';

/** Accepts a package of letters from a registered company (einvoicing.print.input). */
export const sendPrintPackage: OperationHandler<operations['sendPrintPackage']> = async (_input, context) => {
  const company = await authenticatePrint(context);
  if (company === undefined) return createPrintError(authenticationFailedMessage);
  const scope = getCompanyScope(context, company.id);
  const registration = await scope.collection(printCollections.registration).get('registration');
  if (registration === undefined) return createPrintError('COMPANY UUID NOT REGISTERED');
  const form = await readForm(context);
  if ('fault' in form) return createPrintError(form.fault);
  const order = await readUpload(context, 'readPackage', form);
  if ('tooCostly' in order) return createPrintError(order.tooCostly.toUpperCase());
  if ('fault' in order) return createPrintError(order.fault);

  const counters = scope.collection(collections.counters);
  const number = ((await counters.get(printCollections.prints.name))?.latest ?? 0) + 1;
  await counters.put(printCollections.prints.name, { latest: number });
  const id = context.ids.next('print');
  const print: StoredPrint = { id, order: number, ...order, receivedAt: context.clock.now().toISOString() };
  await scope.collection(printCollections.prints).put(id, print);
  await context.scopes.shared.collection(printCollections.owners).put(id, { companyId: company.id });
  return createPrintResponse(`OK ${id}`);
};
