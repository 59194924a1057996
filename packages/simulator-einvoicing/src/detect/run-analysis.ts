import { defineTimer } from '@understudy/kernel';
import { getCompanyScope } from '../access/company-scope.js';
import { findCompany } from '../access/find-company.js';
import type { CheckName, Company } from '../entities.js';
import { exchangeCollections, type StoredInvoice } from '../exchange/entities.js';
import type { components } from '../generated/types.js';
import { formatRecordTime } from '../times.js';
import type { WorkContext } from '../work-context.js';
import { checkDefinitions, lookUpResult } from './check-definitions.js';
import { checkRunners } from './checks.js';
import { detectCollections, type StoredAnalysis } from './entities.js';

/** The payload of the timer that runs checks. */
interface AnalysisDue {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly checks: readonly CheckName[];
}

export const runAnalysisTimer = defineTimer<AnalysisDue>('runAnalysis');

/** Starts checks of an invoice, which the clock runs immediately. Replaces an earlier run. */
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
  const payload: AnalysisDue = { companyId: company.id, invoiceId: invoice.id, checks: wanted };
  await context.timers.schedule({ at: now, timer: runAnalysisTimer, payload });
  return started;
}

export async function runDueAnalysis(
  { companyId, invoiceId, checks: wanted }: AnalysisDue,
  context: WorkContext,
): Promise<void> {
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
}

/** Returns a run as the API shows it (einvoicing.gap.detect-bodies). */
export function presentAnalysis(analysis: StoredAnalysis): components['schemas']['Analysis'] {
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
