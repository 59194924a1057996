import { type Claim, type DocumentGap, isJsonNumber, type Ledger } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { listGapIds } from '../coverage/documented-properties.js';
import { splitPointer } from '../expressions/json-pointer.js';
import { findNearestSchema, locateResponse, pathToOperation } from './locate-schema.js';
import { findExpectedStatus, type StepIssue } from './step-issues.js';

/** Properties of a difference that identify its claims and gaps. */
interface Traits {
  api: string;
  /** Ids that the scenario lists. */
  claims: readonly string[];
  /** Gaps marked at the exact location in the description. */
  gapsHere: readonly string[];
  /** Gaps marked on the operation as a whole. */
  gapsNear: readonly string[];
  /** The property or header, if the difference is in one. */
  member?: string | undefined;
  expected?: string | undefined;
  actual?: string | undefined;
  /** The last segment of the operation's path, and the operationId. */
  operation: readonly string[];
  /** Names of the steps and workflows. */
  about: readonly string[];
  /** The name of the schema that describes the location, if it has one. */
  schema?: string | undefined;
}

/** The claims and gaps related to a difference, most likely first. `rests` is the kind that matches best. */
export interface RankedClaims {
  claims: string[];
  gaps: string[];
  rests: 'claim' | 'gap' | 'nothing';
}

const samePlaceScore = 6;
const minimumScore = 2;

interface LinkedClaims extends RankedClaims {
  /** Path of keys to the schema, response or operation in the description. */
  keys?: string[];
}

/** Finds the claims and gaps related to a difference. */
function rankClaims(traits: Traits, ledger: Ledger): RankedClaims {
  const claims = ledger.claims
    .filter(({ id }) => traits.claims.includes(id))
    .map((claim) => ({ id: claim.id, score: 1 + scoreClaim(claim, traits) }));
  const gaps = ledger.gaps
    .filter(({ id }) => traits.gapsHere.includes(id) || traits.gapsNear.includes(id))
    .map((gap) => ({
      id: gap.id,
      score: (traits.gapsHere.includes(gap.id) ? samePlaceScore : 0) + scoreGap(gap, traits),
    }))
    .filter(({ score }) => score >= minimumScore);
  const claim = best(claims);
  const gap = best(gaps);
  const rests = gap.score > claim.score ? 'gap' : claim.score > 0 ? 'claim' : 'nothing';
  // Drop gaps that match worse than the claims.
  return { claims: claim.ids, gaps: gap.score >= claim.score ? gap.ids : [], rests };
}

function best(items: readonly { id: string; score: number }[]): { ids: string[]; score: number } {
  const score = Math.max(0, ...items.map((item) => item.score));
  const ids = items.filter((item) => item.score === score).map(({ id }) => id);
  return { ids: ids.slice(0, 3), score };
}

function scoreClaim({ id, says, check, deviation }: Claim, traits: Traits): number {
  const text = `${says} ${check}`;
  return (
    (mentions(text, traits.member) ? 3 : 0) +
    (mentions(deviation, traits.actual) ? 3 : 0) +
    (mentions(deviation, traits.member) ? 1 : 0) +
    (mentions(text, traits.expected) ? 1 : 0) +
    (traits.operation.some((name) => mentions(text, name)) ? 1 : 0) +
    2 * sharedSchemaWords(id, traits.schema) +
    sharedWords(id, traits)
  );
}

function scoreGap({ id, gap, assume, verify }: DocumentGap, traits: Traits): number {
  const text = `${gap} ${assume} ${verify}`;
  return (
    (mentions(text, traits.member) ? 3 : 0) + (mentions(assume, traits.expected) ? 1 : 0) + 2 * sharedWords(id, traits)
  );
}

function mentions(text: string, word: string | undefined): boolean {
  if (word === undefined || word.length < 3) return false;
  return new RegExp(`(^|[^\\w])${word.replace(/[^\w]/g, '\\$&')}([^\\w]|$)`, 'i').test(text);
}

/** Counts the words of an id that occur in a schema name. */
function sharedSchemaWords(id: string, schema = ''): number {
  const words = new Set(wordsOf(schema));
  return wordsOf(id).filter((word) => words.has(word)).length;
}

/** Counts the words in the last part of an id that occur in step and workflow names. */
function sharedWords(id: string, { about, operation }: Traits): number {
  const words = wordsOf(id.split('.').slice(1).join(' ')).filter((word) => word !== 'gap' && word !== 'error');
  const known = new Set(wordsOf([...about, ...operation].join(' ')));
  return words.filter((word) => known.has(word)).length;
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/(?<=\w{3})s$/, ''));
}

/** Finds the claims and gaps related to an issue, and its location in the description. */
export function linkIssueToClaims(issue: StepIssue, contracts: ContractsByApi, ledger: Ledger): LinkedClaims {
  const { api, operationId, finding, exchange, kind } = issue;
  const contract = contracts.get(api);
  const operation = contract?.operations.get(operationId);
  // A missing response gives no information about the operation.
  if (kind === 'environment') return { claims: [], gaps: [], rests: 'nothing' };
  const status = exchange?.response?.status ?? 0;
  const wanted = findExpectedStatus([finding]);
  const gapsHere: string[] = [];
  const gapsNear: string[] = [];
  let schema: string | undefined;
  let keys: string[] | undefined;
  if (contract !== undefined && operation !== undefined) {
    gapsNear.push(...listGapIds(operation.extensions));
    const place = kind === 'contract' ? findNearestSchema(contract, operation, status, finding.pointer) : undefined;
    const described = place ?? locateResponse(contract, operation, wanted ?? status);
    gapsHere.push(...(described?.gaps ?? []));
    gapsNear.push(...(described?.above ?? []));
    if (place?.keys[1] === 'schemas') schema = place.keys[2];
    keys = described?.keys ?? pathToOperation(operation);
  }
  const member = splitPointer(finding.pointer).findLast(
    (token) => !/^(\d+|body|headers|status|workflows|steps|successCriteria)$/.test(token),
  );
  const grounds = rankClaims(
    {
      api,
      claims: issue.claims,
      gapsHere,
      gapsNear,
      member: kind === 'contract' ? member : undefined,
      expected: wanted === undefined ? undefined : String(wanted),
      actual:
        typeof finding.actual === 'string' || isJsonNumber(finding.actual) ? String(finding.actual) : String(status),
      operation:
        operation === undefined
          ? []
          : [operationId, operation.path.split('/').findLast((part) => !part.startsWith('{')) ?? ''],
      about: issue.about,
      schema,
    },
    ledger,
  );
  return { ...grounds, ...(keys === undefined ? {} : { keys }) };
}
