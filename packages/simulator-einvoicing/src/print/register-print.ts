import type { HandlerContext, OperationHandler } from '@understudy/kernel';
import { getCompanyScope } from '../access/company-scope.js';
import { findCompany } from '../access/find-company.js';
import { type Company, collections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { einvoicingSettings } from '../settings.js';
import { authenticatePrint, hashPassword } from './authenticate-print.js';
import { printCollections } from './entities.js';
import { authenticationFailedMessage, createPrintError, createPrintResponse, readForm } from './read-form.js';

type Form = ReadonlyMap<string, string>;

/** Activates Direct Print for a company, with a user of its own (einvoicing.print.register, einvoicing.gap.print-bodies). */
export const registerPrint: OperationHandler<operations['registerPrint']> = async (_input, context) => {
  const form = await readForm(context);
  const company = await registering(context, 'fault' in form ? new Map() : form);
  if (company === undefined) return createPrintError(authenticationFailedMessage);
  if ('fault' in form) return createPrintError(form.fault);

  const uuid = form.get('company_uuid')?.toLowerCase();
  if (!uuid) return createPrintError('COMPANY UUID MISSING');
  if (uuid !== company.id) return createPrintError('COMPANY UUID IS ANOTHER THAN THE COMPANY OF THE HEADERS');
  for (const name of ['test_mode', 'disable_notify_on_complete']) {
    if (!['0', '1'].includes(form.get(name) ?? '0')) return createPrintError(`${name.toUpperCase()} MUST BE 0 OR 1`);
  }
  const registrations = getCompanyScope(context, company.id).collection(printCollections.registration);
  if ((await registrations.get('registration')) !== undefined)
    return createPrintError('COMPANY UUID ALREADY REGISTERED');
  const [email, password] = [form.get('user_email'), form.get('user_pw')];
  if (!email) return createPrintError('USER EMAIL MISSING');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return createPrintError('USER EMAIL INVALID');
  if (!password) return createPrintError('USER PASSWORD MISSING');
  const users = context.scopes.shared.collection(printCollections.users);
  if ((await users.get(email.toLowerCase())) !== undefined) return createPrintError('USER EMAIL ALREADY REGISTERED');

  await users.put(email.toLowerCase(), { companyId: company.id, passwordHash: hashPassword(password) });
  await registrations.put('registration', {
    companyName: form.get('company_name') || company.name,
    userEmail: email,
    testMode: form.get('test_mode') === '1',
    notifies: form.get('disable_notify_on_complete') !== '1',
    registeredAt: context.clock.now().toISOString(),
  });
  return createPrintResponse('OK');
};

/** Returns the registering company: from the headers, or from the software that created the company. */
async function registering(context: HandlerContext, form: Form): Promise<Company | undefined> {
  if (context.settings.of(einvoicingSettings.registerWithoutHeaders)) return bySoftware(context, form);
  const known = await authenticatePrint(context);
  if (known !== undefined) return known;
  // The credentials that this call creates. Its key authorizes it (einvoicing.gap.print-credentials).
  const { 'company-uuid': uuid, 'user-api-key': key, username, userpw } = context.request.headers;
  const isNew = username && userpw && username === form.get('user_email') && userpw === form.get('user_pw');
  return isNew && !(uuid && key) ? bySoftware(context, form) : undefined;
}

/** The company of the form, if `sw_api_key` is of a linked vendor or the vendor of its user. */
async function bySoftware(context: HandlerContext, form: Form): Promise<Company | undefined> {
  const { shared } = context.scopes;
  const company = await findCompany(context, form.get('company_uuid')?.toLowerCase() ?? '');
  const vendor = await shared.collection(collections.vendorKeys).get(form.get('sw_api_key') ?? '');
  if (company === undefined || vendor === undefined) return undefined;
  if (company.vendorIds.includes(vendor.id)) return company;
  const made = await shared.collection(collections.users).range('vendor', [vendor.id], [vendor.id]);
  return made.some(({ value }) => value.companyIds.includes(company.id)) ? company : undefined;
}
