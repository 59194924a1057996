import { type Finding, findFault, type RequestFinding } from '@understudy/contract';
import { httpSettings } from '../api/define-setting.js';
import type { ErrorResult } from '../error-result.js';
import { isErrorResult, type SuccessResponse } from '../handlers.js';
import { isControlPath } from '../transport/sandbox-address.js';
import type { RequestState } from './request-state.js';

const formatRule = /-(?:format|pattern|min-length|max-length)$/;
const requiredRule = /^request\/(?:required-\w+|\w+-required)$/;

/**
 * Splits the findings of a request into those that cause a rejection and those that are only noted, based on the API's
 * settings.
 *
 * @param notes findings about parameters that are not in the described style
 */
export function applyHttpSettings(
  { simulator, sandbox }: Pick<RequestState, 'simulator' | 'sandbox'>,
  findings: readonly Finding[],
  notes: readonly Finding[],
): { readonly rejected: readonly Finding[]; readonly noted: readonly Finding[] } {
  if (findings.length + notes.length === 0 || !hasHttpSettings(simulator)) return { rejected: findings, noted: notes };
  const settings = sandbox?.settings.ofApi(simulator.name);
  const notesFormats = settings?.of(httpSettings.formats) === 'note';
  const isLenient = settings?.of(httpSettings.required) === 'lenient';
  const isNoted = ({ ruleId }: Finding) =>
    (notesFormats && formatRule.test(ruleId)) || (isLenient && requiredRule.test(ruleId));
  const isStrict = settings?.of(httpSettings.parameters) === 'strict';
  const rejected = findings.filter((each) => !isNoted(each));
  const noted = findings.filter(isNoted);
  return isStrict
    ? { rejected: [...rejected, ...notes.map((note) => ({ ...note, severity: 'error' as const }))], noted }
    : { rejected, noted: [...noted, ...notes] };
}

function hasHttpSettings({ settings }: RequestState['simulator']): boolean {
  return Object.hasOwn(settings, httpSettings.report.name);
}

/** Returns whether an API's responses include the headers of {@link createFitHeaders}. */
export function reportsFit({ simulator, sandbox, route, server, path }: RequestState): boolean {
  if (sandbox === undefined || isControlPath(path)) return false;
  // An unknown path belongs to no API.
  const apis = route === undefined ? [...server.simulators.values()] : [simulator];
  return apis.some(
    (each) => hasHttpSettings(each) && sandbox.settings.ofApi(each.name).of(httpSettings.report) === 'headers',
  );
}

/** Lists the differences between a request and the description, including those that did not prevent success. */
export function listRequestFindings(
  { simulator, route, findings, input, path }: RequestState,
  result: SuccessResponse | ErrorResult,
): RequestFinding[] {
  if (isControlPath(path)) return [];
  const { document } = simulator.contract;
  if (findings.length > 0)
    return findings.map((each) => {
      const { ruleId, message, pointer } = each;
      return { ruleId, message, pointer, fault: findFault(document, route?.operation, each) };
    });
  // Tools request the root to see whether a server runs.
  if (!isErrorResult(result) || input !== undefined || path === '/') return [];
  const { status, message } = result;
  if (route === undefined) return [{ ruleId: 'request/path', message, pointer: '/path', fault: 'routing' }];
  if (status !== 401 && status !== 403) return [];
  return [{ ruleId: 'request/security', message, pointer: '/headers/authorization', fault: 'client' }];
}

/** Maximum number of findings in response headers. */
const mostFindings = 5;
const longestMessage = 300;

/** Creates the headers that report whether a request matches its description. They are structured fields (RFC 9651). */
export function createFitHeaders(findings: readonly RequestFinding[]): Record<string, string> {
  const valid = { 'understudy-request-valid': findings.length === 0 ? '?1' : '?0' };
  if (findings.length === 0) return valid;
  const listed = findings.slice(0, mostFindings).map(({ ruleId, message, pointer, fault }) => {
    return `${toFieldText(message)};fault=${fault};rule=${toFieldText(ruleId)};at=${toFieldText(pointer)}`;
  });
  const fault = (['routing', 'client', 'description', 'ambiguous'] as const).find((each) =>
    findings.some((finding) => finding.fault === each),
  );
  return {
    ...valid,
    'understudy-request-fault': fault ?? 'ambiguous',
    'understudy-request-findings': listed.join(', '),
  };
}

/** Formats a structured field string: printable ASCII with escaped quotation marks and backslashes. */
function toFieldText(text: string): string {
  const plain = text.slice(0, longestMessage).replace(/[^\x20-\x7e]/g, '?');
  return `"${plain.replace(/["\\]/g, '\\$&')}"`;
}
