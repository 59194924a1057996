import {
  type ApiContract,
  ContractError,
  type Finding,
  isObject,
  joinPointer,
  locateSource,
  type OpenApiDocument,
  readPointer,
} from '@understudy/contract';
import { inferPlan } from '@understudy/inference';
import { type ApiPlan, type BehaviorModel, combineChanges, isModel, readModel } from '@understudy/model';
import { checkSamples } from './meaning/fake-extension.js';

/** Changes to the behavior model from outside the description, the weakest first. */
export interface GivenModels {
  /** The contract of the same description, with compiled validators. */
  readonly contract?: ApiContract;
  /** Changes found by the self-check that make the plan work. */
  readonly repairs?: BehaviorModel;
  /** Changes that are part of the API. */
  readonly model?: BehaviorModel;
  /** Changes by the user who starts the API. */
  readonly changes?: unknown;
  /** The statements of the rules without repairs, for testing repairs. */
  readonly ruled?: BehaviorModel;
}

interface Source {
  readonly document: unknown;
  /** JSON Pointer to the model in the document. */
  readonly at: string;
}

const inDescription = joinPointer('', 'x-understudy');

/**
 * Infers the plan of an API with the changes to its behavior model. Later ones take precedence: repairs, changes at the
 * root of the description, changes of the API, changes by the user.
 *
 * @throws ContractError for invalid statements, each with file and line if known
 */
export function inferWithModel(
  contract: ApiContract,
  { repairs = {}, model, changes, ruled }: Omit<GivenModels, 'contract'>,
): ApiPlan {
  const { document } = contract;
  const sources: Source[] = [
    ...(isModel(said(document)) ? [{ document, at: inDescription }] : []),
    ...[model, changes].flatMap((each) => (each === undefined ? [] : [{ document: each, at: '' }])),
  ];
  try {
    const parts = sources.map((source) => readModel(readPointer(source.document, source.at)));
    const changed = parts.reduce(combineChanges, {});
    const isRepaired = Object.keys(repairs).length > 0 && changed.inferred !== false;
    const repaired = combineChanges(repairs, changed);
    const plan =
      (isRepaired && ruled && attempt(() => inferPlan(contract, repaired, ruled))) ||
      (isRepaired && attempt(() => inferPlan(contract, repaired))) ||
      inferPlan(contract, changed);
    checkSamples(listSamples(plan));
    return plan;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ContractError(error.findings.map((finding) => withPlace(finding, sources)));
  }
}

/** The generators of demo values that a model names, by JSON Pointer. */
function listSamples({ behavior }: ApiPlan): (readonly [string, string])[] {
  return [...behavior.resources.values()].flatMap(({ name, samples }) =>
    [...samples].map(([path, sample]) => [joinPointer('/resources', name, 'members', path, 'sample'), sample] as const),
  );
}

/** The operations whose records have an ETag according to a model. */
export function listOperationsWithEtag(
  document: OpenApiDocument,
  { model, changes }: GivenModels,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const each of [said(document), model, changes]) {
    const operations = isObject(each) && isObject(each['operations']) ? Object.entries(each['operations']) : [];
    for (const [id, statement] of operations)
      if (isObject(statement) && (statement['etag'] === true || isObject(statement['etag']))) found.add(id);
  }
  return found;
}

/** Infers the plan with repairs. Undefined if they refer to operations that no longer exist. */
function attempt(infer: () => ApiPlan): ApiPlan | undefined {
  try {
    return infer();
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

function said({ 'x-understudy': own }: OpenApiDocument & { readonly 'x-understudy'?: unknown }): unknown {
  return own;
}

/** Adds to a finding the location of the statement in the strongest source that contains it. */
function withPlace(finding: Finding, sources: readonly Source[]): Finding {
  if (!finding.ruleId.startsWith('model/') || finding.file !== undefined) return finding;
  const source = sources.findLast(({ document, at }) => readPointer(document, at + finding.pointer) !== undefined);
  return source === undefined ? finding : { ...finding, ...locateSource(source.document, source.at + finding.pointer) };
}
