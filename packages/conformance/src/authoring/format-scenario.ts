import type { Claim, Ledger } from '@understudy/contract';
import { Document, isMap, isScalar, visit } from 'yaml';
import type { RecordedScenario } from './record-scenario.js';

const maxClaims = 12;

/** Formats a recorded scenario as YAML, with a comment listing the claims to choose from. */
export function formatScenario({ document, called }: RecordedScenario, ledger: Ledger): string {
  const yaml = new Document(document, { aliasDuplicateObjects: false });
  // Short values read best on one line.
  visit(yaml, {
    Map: (_key, node) => {
      const isShort =
        node.items.length <= 3 && node.items.every(({ value }) => isScalar(value) && String(value.value).length < 80);
      if (isShort && (node.has('condition') || node.has('in') || (node.has('type') && node.has('default')))) {
        node.flow = true;
      }
    },
  });
  const workflow = yaml.getIn(['workflows', 0]);
  const claims = claimsToChoose(ledger, called);
  if (isMap(workflow) && claims.length > 0) {
    workflow.commentBefore = [
      ' List the claims that the steps prove, or write new ones. These claims mention the called operations:',
      ...claims.map(({ id, says }) => `   ${id}: ${shortened(says)}`),
    ].join('\n');
  }
  return yaml.toString({ lineWidth: 120 });
}

/** Returns the testable claims that mention called operations. Claims that mention the most come first, then by id. */
function claimsToChoose({ claims }: Ledger, called: RecordedScenario['called']): Claim[] {
  const own = called.filter(({ api }) => api !== 'identity' && api !== 'control');
  const words = new Set(
    (own.length > 0 ? own : called).flatMap(({ operationId, path }) => [
      operationId,
      `/${path.split('/').findLast((part) => !/^$|\{/.test(part)) ?? operationId}`,
    ]),
  );
  const apis = new Set(called.map(({ api }) => api));
  const counted = claims.flatMap((claim) => {
    const about = [claim.id.split('.', 1)[0] ?? '', ...(claim.sharedBy ?? [])].some((api) => apis.has(api));
    if (!about || claim.untestable !== undefined) return [];
    const text = `${claim.id} ${claim.says} ${claim.check}`;
    const hits = [...words].filter((word) => text.includes(word)).length;
    return hits === 0 ? [] : [{ claim, hits }];
  });
  counted.sort((one, other) => other.hits - one.hits || (one.claim.id < other.claim.id ? -1 : 1));
  return counted.slice(0, maxClaims).map(({ claim }) => claim);
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
