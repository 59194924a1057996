import { createHash, timingSafeEqual } from 'node:crypto';
import { createMustBeFinding, defineAction, type HandlerContext } from '@understudy/kernel';
import type { Handler } from '../access/acting-company.js';
import { nonEmptyText } from '../access/action-input.js';
import { findCompany, getCompanyScope, takeNextNumber } from '../access/find-company.js';
import { type Company, collections } from '../entities.js';
import { readUpload } from '../exchange/read-upload.js';
import { printDurationSeconds } from '../policies.js';
import { einvoicingSettings } from '../settings.js';
import { printCollections, type StoredPrint } from './entities.js';
import { parseFormFields } from './read-package.js';

type Form = ReadonlyMap<string, string>;

/**
 * Activates Direct Print for a company and creates a separate user (einvoicing.print.register,
 * einvoicing.gap.print-bodies).
 */
export const registerPrint: Handler<'registerPrint'> = async (_input, context) => {
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

/** Returns the registering company: from the headers, or via the software that created the company. */
async function registering(context: HandlerContext, form: Form): Promise<Company | undefined> {
  if (context.settings.of(einvoicingSettings.registerWithoutHeaders)) return bySoftware(context, form);
  const known = await authenticatePrint(context);
  if (known !== undefined) return known;
  // The headers contain the credentials that this call creates, so the software's key authorizes it
  // (einvoicing.gap.print-credentials).
  const { 'company-uuid': uuid, 'user-api-key': key, username, userpw } = context.request.headers;
  const isNew = username && userpw && username === form.get('user_email') && userpw === form.get('user_pw');
  return isNew && !(uuid && key) ? bySoftware(context, form) : undefined;
}

/** Returns the company in the form if `sw_api_key` belongs to a linked vendor or to the vendor of its user. */
async function bySoftware(context: HandlerContext, form: Form): Promise<Company | undefined> {
  const { shared } = context.scopes;
  const company = await findCompany(context, form.get('company_uuid')?.toLowerCase() ?? '');
  const vendor = await shared.collection(collections.vendorKeys).get(form.get('sw_api_key') ?? '');
  if (company === undefined || vendor === undefined) return undefined;
  if (company.vendorIds.includes(vendor.id)) return company;
  const made = await shared.collection(collections.users).range('vendor', [vendor.id], [vendor.id]);
  return made.some(({ value }) => value.companyIds.includes(company.id)) ? company : undefined;
}

/** Accepts a package of letters from a registered company (einvoicing.print.input). */
export const sendPrintPackage: Handler<'sendPrintPackage'> = async (_input, context) => {
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

  const number = await takeNextNumber(scope, printCollections.prints);
  const id = context.ids.next('print');
  const print: StoredPrint = { id, order: number, ...order, receivedAt: context.clock.now().toISOString() };
  await scope.collection(printCollections.prints).put(id, print);
  await context.scopes.shared.collection(printCollections.owners).put(id, { companyId: company.id });
  return createPrintResponse(`OK ${id}`);
};

/** Computes the state of a package at an instant, by time unless the printing failed (einvoicing.gap.print-bodies). */
function computePrintStatus({ receivedAt, letterClass, failure }: StoredPrint, now: Date) {
  if (failure !== undefined) return 'FAILED';
  const seconds = (now.getTime() - Date.parse(receivedAt)) / 1000;
  if (seconds < printDurationSeconds.processing) return 'RECEIVED';
  return seconds < printDurationSeconds.printed[letterClass] ? 'PROCESSING' : 'PRINTED';
}

/**
 * Returns the state of a package of the company by its id, or of the latest package with a name
 * (einvoicing.print.status).
 */
export const getPrintFileStatus: Handler<'getPrintFileStatus'> = async (_input, context) => {
  const company = await authenticatePrint(context);
  if (company === undefined) return createPrintError(authenticationFailedMessage);
  const form = await readForm(context);
  if ('fault' in form) return createPrintError(form.fault);
  const [id, name] = [form.get('file_id')?.toLowerCase(), form.get('filename')];
  if (!id && !name) return createPrintError('FILE ID OR FILENAME MISSING');
  const prints = getCompanyScope(context, company.id).collection(printCollections.prints);
  const latestOf = async (filename: string): Promise<StoredPrint | undefined> =>
    (await prints.range('name', [filename], [filename], { limit: 1, reverse: true }))[0]?.value;
  const found = id ? await prints.get(id) : await latestOf(name ?? '');
  if (found === undefined) return createPrintError('FILE NOT FOUND');
  const reason = found.failure === undefined ? '' : ` ${found.failure.message}`;
  return createPrintResponse(`OK ${computePrintStatus(found, context.clock.now())}${reason}`);
};

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

type Door = Pick<HandlerContext, 'request' | 'scopes'>;

/**
 * Returns the company of a pair of headers (einvoicing.auth.print-headers, einvoicing.gap.print-auth,
 * .print-credentials).
 */
async function authenticatePrint(context: Door): Promise<Company | undefined> {
  const { headers } = context.request;
  const [uuid, key] = [headers['company-uuid'], headers['user-api-key']];
  if (uuid && key) return byCompany(context, uuid, key);
  const [name, password] = [headers['username'], headers['userpw']];
  return name && password ? byUser(context, name, password) : undefined;
}

async function byCompany(context: Door, uuid: string, key: string): Promise<Company | undefined> {
  const { shared } = context.scopes;
  const owner = await shared.collection(collections.userKeys).get(key);
  const user = owner === undefined ? undefined : await shared.collection(collections.users).get(owner.id);
  const companyId = uuid.toLowerCase();
  return user?.companyIds.includes(companyId) ? findCompany(context, companyId) : undefined;
}

async function byUser(context: Door, name: string, password: string): Promise<Company | undefined> {
  const user = await context.scopes.shared.collection(printCollections.users).get(name.toLowerCase());
  if (user === undefined) return undefined;
  const [known, given] = [user.passwordHash, hashPassword(password)].map((hash) => Buffer.from(hash));
  const isRight = known !== undefined && given !== undefined && timingSafeEqual(known, given);
  return isRight ? findCompany(context, user.companyId) : undefined;
}

function hashPassword(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}

/**
 * Maximum size of a form that is parsed on the request's thread, which takes milliseconds. Larger forms use a worker.
 */
const quicklyRead = 64 * 1024;

/** Reads the fields of a form. The first value of a repeated field counts. @returns the error of an invalid form */
async function readForm(
  context: Pick<HandlerContext, 'request' | 'compute'>,
): Promise<ReadonlyMap<string, string> | { readonly fault: string }> {
  const { bytes, headers } = context.request;
  if (bytes.length === 0) return new Map();
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded') {
    return { fault: 'CONTENT TYPE MUST BE application/x-www-form-urlencoded' };
  }
  if (bytes.length <= quicklyRead) return parseFormFields(bytes);
  const read = await readUpload(context, 'parseFormFields', bytes);
  return 'tooCostly' in read ? { fault: read.tooCostly.toUpperCase() } : read;
}

/** A response of Direct Print, which always has status 200 and a text (einvoicing.gap.print-bodies). */
function createPrintResponse(text: string) {
  return { status: 200, body: text, headers: { 'content-type': 'text/plain' } } as const;
}

/** Creates an error of Direct Print. @param reason in upper case, starting with the subject: `FILE NOT FOUND` */
function createPrintError(reason: string) {
  return createPrintResponse(`ERROR: ${reason}`);
}

const authenticationFailedMessage = 'AUTHENTICATION FAILED';
