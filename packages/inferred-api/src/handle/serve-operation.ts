import type { OperationInput } from '@understudy/contract';
import type { Context } from '@understudy/kernel';
import type { OperationPlan } from '../infer/plan.js';
import { isFakerLoaded, loadFaker, readLocales } from '../meaning/load-faker.js';
import { withCases } from './cases.js';
import { withEtag } from './etag.js';
import type { Exchange } from './exchange.js';
import { storedFile, storeFile, withFileFacts } from './files.js';
import { handleOperation } from './handle-operation.js';
import { withIdempotency } from './idempotency.js';
import { withRateLimit } from './rate-limit.js';
import { selectMembers } from './select-members.js';
import type { Result, Served } from './served.js';
import { locale } from './settings.js';
import { withUniqueMembers } from './unique-members.js';

/** The conventions of HTTP around an operation, the outermost first. */
const conventions = [withRateLimit, withIdempotency, withEtag, withUniqueMembers, withCases];

/** Serves one operation with the conventions of HTTP. */
export async function serveOperation(
  served: Served,
  plan: OperationPlan,
  input: OperationInput,
  context: Context,
): Promise<Result> {
  const exchange: Exchange = { served, plan, input, context };
  const wanted = readLocales(context.settings.of(locale));
  if (!isFakerLoaded(wanted)) await loadFaker(wanted);
  const { code, example } = context.preference;
  if (code !== undefined || example !== undefined) return await handleOperation(served, plan, input, context);
  const serve = conventions.reduceRight<() => Promise<Result>>(
    (next, convention) => () => convention(exchange, next),
    () => serveFiles(exchange),
  );
  return await serve();
}

/** Stores and serves files, and shapes the response by the members that the request names. */
async function serveFiles({ served, plan, input: given, context }: Exchange): Promise<Result> {
  const file = await storedFile(served, plan, { input: given, context });
  if (file !== undefined) return file;
  const input = withFileFacts(served, plan, given);
  const result = await handleOperation(served, plan, input, context);
  await storeFile(served, plan, { input, context, result });
  return await selectMembers(served, plan, { input, context, result });
}
