import { omitUndefined, stringifyJson } from '@understudy/contract';
import type { RedactedExchange } from '../results/exchange.js';
import type { RunResult, WorkflowResult } from '../results/result.js';
import type { ReportFile } from './report-input.js';

/** Formats a HAR 1.2 file for every workflow with requests, including the bodies in the result. */
export function formatHarReport(result: RunResult): ReportFile[] {
  const taken = new Set<string>();
  return result.workflows.flatMap((workflow) => {
    const entries = workflow.steps.flatMap((step) =>
      step.attempts.flatMap(({ exchange }, index) =>
        exchange === undefined
          ? []
          : [toHarEntry(exchange, `${step.workflowId} ${step.stepId}, try ${index + 1}`, result)],
      ),
    );
    if (entries.length === 0) return [];
    const name = fileName(workflow, taken);
    const comment = `${workflow.workflowId}: ${workflow.outcome}`;
    const log = { version: '1.2', creator: { name: 'understudy', version: '1' }, comment, pages: [], entries };
    return [{ name, text: `${stringifyJson({ log }, 2)}\n` }];
  });
}

export function toHarEntry(exchange: RedactedExchange, comment: string, { startedAt }: Pick<RunResult, 'startedAt'>) {
  const { request, response, durationMilliseconds: time, error } = exchange;
  const { headers = {}, body, bodyBytes } = response ?? {};
  return {
    startedDateTime: exchange.startedAt ?? startedAt,
    time,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(request.headers)),
      queryString: pairs(new URLSearchParams(request.url.split('#')[0]?.split(/\?(.*)/s)[1])),
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: header(request.headers, 'content-type') ?? '', text: request.body } }),
      headersSize: -1,
      bodySize: request.bodyBytes,
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(headers)),
      content: {
        size: bodyBytes ?? 0,
        mimeType: header(headers, 'content-type') ?? '',
        ...omitUndefined({ text: body }),
      },
      redirectURL: header(headers, 'location') ?? '',
      headersSize: -1,
      bodySize: bodyBytes ?? -1,
      ...omitUndefined({ _error: error }),
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment,
    ...(exchange.operationId === undefined ? {} : { _operation: `${exchange.api}/${exchange.operationId}` }),
  };
}

function pairs(values: Iterable<[name: string, value: string]>) {
  return [...values].map(([name, value]) => ({ name, value }));
}

function header(headers: Record<string, string>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Returns a unique file name, because workflows in different files can have the same id. */
function fileName({ file, workflowId }: WorkflowResult, taken: Set<string>): string {
  const folder = file.replace(/^.*[\\/]|\.arazzo\.\w+$/g, '');
  const plain = (text: string): string => text.replace(/[^\w.-]+/g, '-');
  let name = `${plain(workflowId)}.har`;
  for (let number = 1; taken.has(name.toLowerCase()); number++) {
    name = `${plain(workflowId)}-${plain(folder)}${number === 1 ? '' : `-${number}`}.har`;
  }
  taken.add(name.toLowerCase());
  return name;
}
