import type { Finding } from '@understudy/contract';
import {
  type ActionContext,
  createMustBeFinding,
  createTimerHandler,
  defineAction,
  defineTimer,
} from '@understudy/kernel';
import { handleForCompany } from '../access/acting-company.js';
import { companyIdInput, nonEmptyText } from '../access/action-input.js';
import { findCompany, getCompanyScope, type LookupContext, type WorkContext } from '../access/find-company.js';
import type { Company } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components } from '../generated/types.js';
import { notifySubscribers } from '../notifications/notify-subscribers.js';
import { einvoicingSettings } from '../settings.js';
import { type ReceivablesService, type RequestedSettings, receivablesCollection } from './entities.js';

/**
 * Requests the service, which is PENDING until it is signed. A repeated request does not change the status
 * (einvoicing.receivables.put).
 */
export const startReceivables = handleForCompany<'startReceivables'>(async ({ body }, context, { company }) => {
  // einvoicing.receivables.finnish-only
  if (company.country !== 'FI') {
    return einvoicingErrors.badRequest(['Receivables management is for Finnish companies only']);
  }
  // Loaded at the first activation, to keep the start fast.
  const { isIban } = await import('@understudy/engine-invoicing');
  if (!isIban(body.iban.replaceAll(' ', '').toUpperCase())) {
    return einvoicingErrors.badRequest(['/body/iban must be an IBAN; its form or its check digits are wrong']);
  }
  const known = await findReceivablesService(context, company.id);
  const asked: ReceivablesService = { ...known, ...flagsOf(body), settings: settingsOf(body) };
  if (known.status !== 'DISABLED') {
    await putReceivables(context, company.id, asked);
    return { status: 200, body: presentService(asked) };
  }
  const activationId = context.ids.next('activation');
  const pending: ReceivablesService = { ...asked, status: 'PENDING', activationId };
  await putReceivables(context, company.id, pending);
  if (context.settings.of(einvoicingSettings.receivablesActivation) !== 'manual') {
    const payload = { companyId: company.id, activationId };
    await context.timers.schedule({ at: context.clock.now(), timer: serviceActivationTimer, payload });
  }
  return { status: 200, body: presentService(pending) };
});

type Given = components['schemas']['ReceivablesSettings'];

const ofPending = {
  ...companyIdInput,
  properties: { companyId: { ...nonEmptyText, examples: [], description: 'Of a company whose activation is PENDING' } },
} as const;

export const receivablesActions = {
  activateReceivables: defineAction({
    summary: 'The activation of the receivables service is signed',
    input: ofPending,
    run: ({ companyId }, context) =>
      withPending(companyId, context, (company, service) => activateService(context, company, service)),
  }),
  rejectReceivables: defineAction({
    summary: 'The provider refuses the activation of the receivables service',
    input: {
      ...ofPending,
      properties: {
        ...ofPending.properties,
        message: { ...nonEmptyText, default: 'The provider has refused the activation' },
      },
    },
    run: ({ companyId, message }, context) =>
      withPending(companyId, context, (company, service) => rejectService(context, company, service, message)),
  }),
};

/** Returns both flags, which the accountable party determines (einvoicing.gap.receivables-patch-body). */
function flagsOf({ accountable_party: party }: Given): Partial<ReceivablesService> {
  if (party === undefined) return {};
  return { useOwnInvoiceImage: party === 'company', useOwnPaymentDetails: party === 'company' };
}

/** Returns the fields that the API knows, and no others. */
function settingsOf(given: Given): RequestedSettings {
  const { customer_service_phone_number: phone, postal_address: postal } = given;
  return {
    iban: given.iban,
    bic: given.bic,
    bank: given.bank,
    contact_person: given.contact_person,
    contact_email: given.contact_email,
    customer_service_email: given.customer_service_email,
    ...(phone === undefined ? {} : { customer_service_phone_number: phone }),
    contact_phone_number: given.contact_phone_number,
    authorization_email: given.authorization_email,
    billing_address: addressOf(given.billing_address),
    ...(postal === undefined ? {} : { postal_address: addressOf(postal) }),
  };
}

function addressOf({
  country,
  streets,
  city,
  zip_code,
}: RequestedSettings['billing_address']): RequestedSettings['billing_address'] {
  return { country, streets: [...streets], city, zip_code };
}

/**
 * Updates the invoice image or payment details, and leaves everything else unchanged (einvoicing.receivables.patch).
 */
export const updateReceivables = handleForCompany<'updateReceivables'>(async ({ body }, context, acting) => {
  const service = await findReceivablesService(context, acting.company.id);
  if (service.status !== 'ACTIVE') {
    return einvoicingErrors.conflict('receivables_not_active', `The receivables service is ${service.status}`, [
      'It can be changed once it is ACTIVE; ask for it with PUT',
    ]);
  }
  const { accountable_party: party, use_own_invoice_image: image, use_own_payment_details: payment } = body;
  // Separate flags override the party (einvoicing.gap.receivables-patch-body).
  const both = party === undefined ? undefined : party === 'company';
  const changed: ReceivablesService = {
    ...service,
    useOwnInvoiceImage: image ?? both ?? service.useOwnInvoiceImage,
    useOwnPaymentDetails: payment ?? both ?? service.useOwnPaymentDetails,
  };
  await putReceivables(context, acting.company.id, changed);
  return { status: 200, body: presentService(changed) };
});

/** Returns settings and status. The status is DISABLED before the first request (einvoicing.receivables.get). */
export const getReceivables = handleForCompany<'getReceivables'>(async (_input, context, acting) => {
  return { status: 200, body: presentService(await findReceivablesService(context, acting.company.id)) };
});

/** Disables the service. Existing assignments continue (einvoicing.gap.receivables-required). */
export const disableReceivables = handleForCompany<'disableReceivablesV1'>(async (_input, context, acting) => {
  await putReceivables(context, acting.company.id, disabledService);
  return { status: 204 };
});

const serviceActivationTimer = defineTimer<{ readonly companyId: string; readonly activationId: string }>(
  'activate-receivables',
);

/** Activates the service when its timer is due. Does nothing if the activation was settled or requested again. */
export const activateDueService = createTimerHandler(
  serviceActivationTimer,
  async ({ companyId, activationId }, context) => {
    const company = await findCompany(context, companyId);
    if (company === undefined) return;
    const service = await findReceivablesService(context, companyId);
    if (service.status === 'PENDING' && service.activationId === activationId) {
      await activateService(context, company, service);
    }
  },
);

/** Changes PENDING to ACTIVE (einvoicing.receivables.status-active), and notifies the company's subscribers. */
export async function activateService(
  context: WorkContext,
  company: Company,
  { activationId: _signed, ...service }: ReceivablesService,
): Promise<ReceivablesService> {
  const active: ReceivablesService = { ...service, status: 'ACTIVE' };
  await putReceivables(context, company.id, active);
  await notifySubscribers(context, company, {
    type: 'SERVICES.RECEIVABLES.ACTIVATED',
    data: { status: active.status },
  });
  return active;
}

/**
 * Changes PENDING to DISABLED without changing the settings (einvoicing.receivables.reject). Notifies the company's
 * subscribers.
 */
export async function rejectService(
  context: WorkContext,
  company: Company,
  { activationId: _refused, ...service }: ReceivablesService,
  message: string,
): Promise<ReceivablesService> {
  const rejected: ReceivablesService = { ...service, status: 'DISABLED' };
  await putReceivables(context, company.id, rejected);
  const data = { status: rejected.status, error_message: message };
  await notifySubscribers(context, company, { type: 'SERVICES.RECEIVABLES.REJECTED', data });
  return rejected;
}

/** The service of a company that never requested it or disabled it (einvoicing.gap.receivables-status). */
export const disabledService: ReceivablesService = {
  status: 'DISABLED',
  useOwnInvoiceImage: false,
  useOwnPaymentDetails: false,
};

export async function findReceivablesService(lookup: LookupContext, companyId: string): Promise<ReceivablesService> {
  const stored = await getCompanyScope(lookup, companyId).collection(receivablesCollection).get('service');
  return stored ?? disabledService;
}

export function putReceivables(lookup: LookupContext, companyId: string, service: ReceivablesService): Promise<void> {
  return getCompanyScope(lookup, companyId).collection(receivablesCollection).put('service', service);
}

/** The address of the provider's page for signing an activation. The page does not exist. */
const activationAddress = 'https://signing.example/receivables/';

/** The provider's account and the texts on invoices: einvoicing.gap.provider-key, einvoicing.gap.notes-meaning. */
const providerAccount = {
  iban: 'FI5698765400001234',
  bic: 'HARBFIHH',
  account_number: '987654-1234',
  notes: [
    { code: 'FI', phrase: 'Lasku maksetaan vain perintäpalvelun tilille FI56 9876 5400 0012 34.' },
    { code: 'SV', phrase: 'Fakturan betalas endast till inkassotjänstens konto FI56 9876 5400 0012 34.' },
    {
      code: 'EN',
      phrase: 'The invoice is to be paid to the account FI56 9876 5400 0012 34 of the collection service only.',
    },
  ],
} as const;

/**
 * Returns the service as the API shows it. The provider's account is present only while the service is ACTIVE
 * (einvoicing.gap.provider-key).
 */
function presentService(service: ReceivablesService): components['schemas']['ReceivablesService'] {
  const { status, settings, useOwnInvoiceImage, useOwnPaymentDetails, activationId } = service;
  if (settings === undefined) return { status };
  return {
    ...settings,
    status,
    ...(activationId === undefined ? {} : { activation_url: `${activationAddress}${activationId}` }),
    ...(status === 'ACTIVE' ? { provider: { ...providerAccount, notes: [...providerAccount.notes] } } : {}),
    use_own_invoice_image: useOwnInvoiceImage,
    use_own_payment_details: useOwnPaymentDetails,
    accountable_party: useOwnInvoiceImage && useOwnPaymentDetails ? 'company' : 'provider',
  };
}

async function withPending(
  companyId: string,
  context: ActionContext,
  settle: (company: Company, service: ReceivablesService) => Promise<ReceivablesService>,
): Promise<Finding[] | Record<string, unknown>> {
  const company = await findCompany(context, companyId);
  if (company === undefined) return createMustBeFinding('companyId', 'the id of a company');
  const service = await findReceivablesService(context, company.id);
  if (service.status !== 'PENDING') {
    return createMustBeFinding('companyId', `of a company whose activation is PENDING; it is ${service.status}`);
  }
  return { companyId: company.id, status: (await settle(company, service)).status };
}
