import { handleForCompany } from '../access/handle-for-company.js';
import { einvoicingErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import type { ReceivablesService } from './entities.js';
import { presentService } from './present-service.js';
import { disabledService, findReceivablesService, putReceivables } from './stored-service.js';

/**
 * Updates the invoice image or payment details, and leaves everything else unchanged (einvoicing.receivables.patch).
 */
export const updateReceivables = handleForCompany<operations['updateReceivables']>(
  async ({ body }, context, acting) => {
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
  },
);

/** Returns settings and status. The status is DISABLED before the first request (einvoicing.receivables.get). */
export const getReceivables = handleForCompany<operations['getReceivables']>(async (_input, context, acting) => {
  return { status: 200, body: presentService(await findReceivablesService(context, acting.company.id)) };
});

/** Disables the service. Existing assignments continue (einvoicing.gap.receivables-required). */
export const disableReceivables = handleForCompany<operations['disableReceivablesV1']>(
  async (_input, context, acting) => {
    await putReceivables(context, acting.company.id, disabledService);
    return { status: 204 };
  },
);
