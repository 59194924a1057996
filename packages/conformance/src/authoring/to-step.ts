import { isObject, isSecretParameter, redactedText, stringifyJson } from '@understudy/contract';
import type { Step, StepParameter } from '../arazzo/model.js';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { type RecordedCall, redactUrl } from './recorded-call.js';
import type { RequestValueWriter } from './request-value-writer.js';
import { type BodyFile, RecordingError, toRequestBody } from './to-request-body.js';
import type { ValueLinks } from './value-links.js';

interface StepContext {
  readonly contracts: ContractsByApi;
  readonly links: ValueLinks;
  readonly values: RequestValueWriter;
  /** Paths of sent files by entry number. */
  readonly files: Readonly<Record<number, string>>;
  /** The prefix of file names. */
  readonly name: string;
  readonly isClean: boolean;
  /** Returns an expression for the API's access token, which the recording does not contain. */
  tokenFor(call: RecordedCall): string;
}

/** Converts a recorded call to a step: its operation or URL, its parameters and its body. */
export async function toStep(
  call: RecordedCall,
  stepId: string,
  making: StepContext,
): Promise<{ step: Step; files: BodyFile[] }> {
  const { operation, entry } = call;
  const address = making.links.expressionFor(entry.url);
  const isLink = address?.startsWith('$') === true;
  if (!isLink && new URL(entry.url).search.includes(redactedText)) {
    const problem = 'has a signed URL that is not in any recorded response';
    const name = `Entry ${entry.index}, ${entry.method} ${redactUrl(entry)}`;
    throw new RecordingError(`${name}, ${problem}; start the recording before that URL is requested`);
  }
  const parameters = [...(isLink ? [] : addressParameters(call, making)), ...headerParameters(call, making)];
  const { values, name } = making;
  const { body, files } = await toRequestBody(call, values, `${name}.${stepId}`, making.files[entry.index]);
  const step: Step = {
    stepId,
    ...(isLink
      ? { 'x-operation': { url: address, method: entry.method.toLowerCase() } }
      : { operationId: `$sourceDescriptions.${operation.api}.${operation.operationId}` }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
  };
  return { step, files };
}

function addressParameters({ entry, path }: RecordedCall, { values }: StepContext): StepParameter[] {
  const query = new URL(entry.url).searchParams;
  const inPath = Object.entries(path).map(
    ([name, value]): StepParameter => ({ in: 'path', name, value: values.text(value, name) }),
  );
  const inQuery = [...new Set(query.keys())].map((name): StepParameter => {
    const isSecret = isSecretParameter(name);
    const given = query.getAll(name).map((value) => values.text(value, name, isSecret));
    return { in: 'query', name, value: given.length === 1 ? given[0] : given };
  });
  return [...inPath, ...inQuery];
}

/** Returns the documented headers, except headers that clients add themselves. */
function headerParameters(call: RecordedCall, making: StepContext): StepParameter[] {
  const { operation, entry } = call;
  const schemes = making.contracts.get(operation.api)?.document.components?.securitySchemes;
  const keys = Object.values(isObject(schemes) ? schemes : {}).flatMap((scheme) =>
    isObject(scheme) && scheme.in === 'header' ? [String(scheme.name)] : [],
  );
  const documented = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const names = new Map(['Authorization', ...keys, ...documented].map((name) => [name.toLowerCase(), name]));
  names.delete('content-type');
  return [...names].flatMap(([lower, name]): StepParameter[] => {
    const sent = entry.requestHeaders[lower];
    if (sent === undefined) return [];
    const value = lower === 'authorization' ? authorization(sent, call, making) : making.values.text(sent, name);
    return [{ in: 'header', name, value }];
  });
}

function authorization(sent: string, call: RecordedCall, { links, tokenFor, isClean, values }: StepContext): string {
  const isMasked = sent.includes(redactedText);
  const linked = isMasked ? undefined : links.expressionFor(sent);
  if (linked !== undefined) return linked;
  if (isClean) return sent.replace(/\S+$/, (credentials) => `{${values.secret('accessToken', credentials)}}`);
  // An invalid token must stay invalid, so its value does not matter.
  const refused =
    call.entry.status === 401 || (call.entry.status === 403 && /token/i.test(stringifyJson(call.answer) ?? ''));
  if (refused) return 'Bearer of-nobody';
  return `Bearer {${links.expressionForSecret('access_token') ?? links.expressionForSecret('token') ?? tokenFor(call)}}`;
}
