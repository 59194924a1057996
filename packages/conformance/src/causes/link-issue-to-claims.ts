import type { Ledger } from '@understudy/contract';
import { isJsonNumber } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { listGapIds } from '../coverage/documented-properties.js';
import { splitPointer } from '../expressions/json-pointer.js';
import { findNearestSchema, locateResponse, pathToOperation } from './locate-schema.js';
import { type RankedClaims, rankClaims } from './rank-claims.js';
import { findExpectedStatus, type StepIssue } from './step-issues.js';

interface LinkedClaims extends RankedClaims {
  /** Path of keys to the schema, response or operation in the description. */
  keys?: string[];
}

/** Finds the claims and gaps that an issue concerns, and its location in the description. */
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
