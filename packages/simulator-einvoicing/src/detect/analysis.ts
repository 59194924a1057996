import { createTimerHandler, defineAction, defineTimer } from '@understudy/kernel';
import { type Handler, handleForCompany } from '../access/acting-company.js';
import { nonEmptyText } from '../access/action-input.js';
import { normalizeBusinessId } from '../access/business-id.js';
import { findCompany, getCompanyScope, putCompany, type WorkContext } from '../access/find-company.js';
import type { CheckName, Company } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import { findInvoice, handleForInvoice } from '../exchange/find-invoice.js';
import type { components } from '../generated/types.js';
import { formatRecordTime } from '../times.js';
import definitions from './check-definitions.json' with { type: 'json' };
import { checkRunners } from './checks.js';
import {
  type BusinessWarning,
  businessStatuses,
  detectCollections,
  type RegisteredBusiness,
  type StoredAnalysis,
} from './entities.js';

export const getDetectChecks = handleForCompany<'getDetectChecks'>(async (_input, _context, { company }) => ({
  status: 200,
  body: { checks: shown(company.checks) },
}));

/** Activates and deactivates the given checks (einvoicing.detect.patch-checks). */
export const updateDetectChecks = handleForCompany<'updateDetectChecks'>(async ({ body }, context, acting) => {
  const wanted: Record<string, boolean> = { ...shown(acting.company.checks), ...body.checks };
  const checks = checkNames.filter((name) => wanted[name] === true);
  await putCompany(context, { ...acting.company, checks });
  return { status: 200, body: { checks: shown(checks) } };
});

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

function shown(active: readonly CheckName[]): Record<string, boolean> {
  return Object.fromEntries(checkNames.map((name) => [name, active.includes(name)]));
}

/** Lists all checks or the named ones, with all attributes or the named ones (einvoicing.detect.definitions). */
export const listCheckDefinitions: Handler<'listCheckDefinitions'> = async ({ query }) => {
  const wanted = query['checks[]'];
  const attributes = query['check_attributes[]'];
  const checks = checkNames
    .filter((name) => wanted?.some((one) => one === name) ?? true)
    .map(presentDefinition)
    .map((definition) => {
      if (attributes === undefined) return definition;
      const kept = Object.entries(definition).filter(([key]) => attributes.includes(key));
      return { ...Object.fromEntries(kept), name: definition.name };
    });
  return { status: 200, body: { app_version: '1.0', checks } };
};

export const triggerAnalysis: Handler<'triggerAnalysis'> = async ({ query }, context) => {
  const named = query['checks_to_run[]'];
  const found = await findInvoice(context, query.resource_id);
  if ('refused' in found) return found;
  const { company } = found.acting;
  const wanted = checkNames.filter((name) => named?.some((one) => one === name) ?? company.checks.includes(name));
  const started = await startAnalysis(context, company, found.invoice, wanted, 'REQUEST');
  return { status: 201, body: started.map(presentAnalysis) };
};

/** Returns the latest run of each check on an invoice of the company (einvoicing.gap.analysis-unknown). */
export const getAnalysis = handleForInvoice<'getAnalysis'>(async (_input, _context, { acting, invoice }) => {
  const analyses = acting.scope.collection(detectCollections.analyses);
  const latest = await Promise.all(checkNames.map((name) => analyses.get(`${invoice.id}/${name}`)));
  return { status: 200, body: latest.filter((analysis) => analysis !== undefined).map(presentAnalysis) };
});

const runAnalysisTimer = defineTimer<{
  readonly companyId: string;
  readonly invoiceId: string;
  readonly checks: readonly CheckName[];
}>('runAnalysis');

/** Schedules checks of an invoice to run immediately. They replace earlier runs. */
export async function startAnalysis(
  context: WorkContext,
  company: Company,
  invoice: StoredInvoice,
  wanted: readonly CheckName[],
  origin: StoredAnalysis['origin'],
): Promise<StoredAnalysis[]> {
  if (wanted.length === 0) return [];
  const now = context.clock.now();
  const analyses = getCompanyScope(context, company.id).collection(detectCollections.analyses);
  const started: StoredAnalysis[] = [];
  for (const check of wanted) {
    const analysis: StoredAnalysis = {
      id: context.ids.next('analysis'),
      invoiceId: invoice.id,
      check,
      status: 'PENDING',
      triggeredAt: now.toISOString(),
      origin,
    };
    await analyses.put(`${invoice.id}/${check}`, analysis);
    started.push(analysis);
  }
  const payload = { companyId: company.id, invoiceId: invoice.id, checks: wanted };
  await context.timers.schedule({ at: now, timer: runAnalysisTimer, payload });
  return started;
}

export const runDueAnalysis = createTimerHandler(
  runAnalysisTimer,
  async ({ companyId, invoiceId, checks: wanted }, context) => {
    const company = await findCompany(context, companyId);
    const scope = getCompanyScope(context, companyId);
    const invoice = await scope.collection(exchangeCollections.invoices).get(invoiceId);
    if (company === undefined || invoice === undefined) return;
    const analyses = scope.collection(detectCollections.analyses);
    for (const check of wanted) {
      const analysis = await analyses.get(`${invoiceId}/${check}`);
      if (analysis?.status !== 'PENDING') continue;
      const outcome = await checkRunners[check]({ lookup: context, company, invoice });
      const applies = lookUpResult(check, outcome.reasonCode).status !== 'NOT_APPLICABLE';
      await analyses.put(`${invoiceId}/${check}`, {
        ...analysis,
        status: applies ? 'RUN_SUCCESSFUL' : 'NOT_APPLICABLE',
        outcome,
        checkedAt: context.clock.now().toISOString(),
      });
    }
  },
);

/** Returns a run as the API shows it (einvoicing.gap.detect-bodies). */
function presentAnalysis(analysis: StoredAnalysis): components['schemas']['Analysis'] {
  const { id, check, status, triggeredAt, origin, outcome, checkedAt } = analysis;
  const { title } = checkDefinitions[check];
  return {
    analysis_id: id,
    analysis_type: check,
    analysis_status: status,
    analysis_title: title,
    analysis_titles: [{ lang: 'EN', value: title }],
    analysis_trigger_date: formatRecordTime(new Date(triggeredAt)),
    analysis_origin: origin,
    ...(outcome === undefined || checkedAt === undefined
      ? {}
      : { analysis_result: present(check, outcome, checkedAt) }),
  };
}

function present(check: CheckName, { reasonCode, data }: NonNullable<StoredAnalysis['outcome']>, checkedAt: string) {
  const { status, text } = lookUpResult(check, reasonCode);
  return {
    status,
    text,
    texts: [{ lang: 'EN', value: text }],
    reason_code: reasonCode,
    check_date: formatRecordTime(new Date(checkedAt)),
    data: { ...data },
  };
}

type Schemas = components['schemas'];
type Result = NonNullable<Schemas['ResultDefinition']['result']>;

interface Definition {
  readonly title: string;
  readonly description: string;
  readonly source: string;
  /** Reason code without the check's name -> its result, and the sentence for it. */
  readonly reasons: Readonly<Record<string, { readonly status: Result; readonly text: string }>>;
}

/** Results that every check can have, in addition to its own (einvoicing.gap.detect-checks). */
const common = {
  NOT_AN_INVOICE: { status: 'NOT_APPLICABLE', text: 'The document is not an invoice.' },
  FAILED: { status: 'FAILED', text: 'The check could not be run.' },
} as const satisfies Definition['reasons'];

/** The checks of Detect and their specific results: einvoicing.detect.definitions. */
const checkDefinitions = definitions as Readonly<Record<CheckName, Definition>>;

const checkNames = Object.keys(definitions) as CheckName[];

const reasonsOf = (check: CheckName): Definition['reasons'] => ({ ...common, ...checkDefinitions[check].reasons });

/** Returns the result with a full reason code. @throws Error for a code that is not defined */
function lookUpResult(check: CheckName, reasonCode: string): { readonly status: Result; readonly text: string } {
  const found = reasonsOf(check)[reasonCode.slice(check.length + 1)];
  if (found === undefined) throw new Error(`${reasonCode} is no result of ${check}`);
  return found;
}

function presentDefinition(name: CheckName): Schemas['CheckDefinition'] {
  const { title, description, source } = checkDefinitions[name];
  const english = (value: string) => [{ lang: 'EN', value }];
  const results = Object.entries(reasonsOf(name)).map(
    ([code, { status: result, text: reason }]): Schemas['ResultDefinition'] => ({
      status: code === 'FAILED' ? 'RUN_FAILED' : result === 'NOT_APPLICABLE' ? 'NOT_APPLICABLE' : 'RUN_SUCCESSFUL',
      result,
      reason,
      reason_code: `${name}_${code}`,
    }),
  );
  return {
    name,
    friendly_name: title,
    friendly_names: english(title),
    title,
    titles: english(title),
    description,
    descriptions: english(description),
    doc_description: description,
    resource_type: 'INVOICE',
    scope: 'Received invoices',
    scopes: english('Received invoices'),
    sources: [{ name: source, names: english(source) }],
    metadata: {},
    possible_results: [
      ...results,
      { status: 'PENDING', reason: 'The check is under way.', reason_code: `${name}_PENDING` },
    ],
  };
}

function keyOf(country: string, bid: string): string {
  return `${country}/${normalizeBusinessId(country, bid)}`;
}
