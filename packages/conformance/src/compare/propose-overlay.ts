import { stringifyJson } from '@understudy/contract';
import { Document, isMap } from 'yaml';
import type { ContractsByApi } from '../arazzo/resolve.js';
import type { TrafficReport } from '../drift/check-traffic.js';
import type { TargetComparison, TargetDifference } from './comparison.js';
import { createCorrection, createOverlay } from './create-correction.js';

type ShownDifference = Omit<TargetDifference, 'kind' | 'simulator' | 'blame' | 'occurrences' | 'operationId'> & {
  readonly occurrences: { readonly length: number };
};

interface OverlayGrounds extends Pick<TargetComparison, 'stage' | 'gaps'> {
  readonly differences: readonly ShownDifference[];
}

/**
 * Proposes an Overlay for each API that adapts its description to the behavior of stage, as editable YAML. Each action
 * names its gap or the contradicted claims, and the observation. A comment at the end lists differences without an
 * action.
 */
export function proposeOverlay(comparison: OverlayGrounds): string {
  const { differences, stage } = comparison;
  const document = new Document(Object.fromEntries(createOverlays(comparison)));
  document.commentBefore = [
    ` What ${stage} does differently, as Overlays by API. Read each action and take out what must not be so;`,
    ' then pass the file to run, start or compare with --overlay, or list it in overlays of understudy.config.yaml.',
  ].join('\n');
  const rest = differences.filter(({ overlay, stage: there }) => overlay === undefined && there === 'departs');
  if (rest.length > 0) {
    const lines = rest.map(({ api, message, gaps: ids }) => ` ${[api, ...ids].join(' ')}: ${message}`);
    document.comment = [' The following differences cannot be expressed as an Overlay:', ...lines]
      .join('\n')
      .replaceAll('\r', '');
  }
  if (isMap(document.contents)) document.contents.flow = false;
  return document.toString({ lineWidth: 120 });
}

/** Creates the Overlays of {@link proposeOverlay}, by API. */
export function createOverlays({ differences, gaps }: OverlayGrounds): ReadonlyMap<string, unknown> {
  const assumed = new Map(gaps.map(({ id, assume }) => [id, assume]));
  const proposed = differences.filter(({ overlay }) => overlay !== undefined).sort(byGap);
  const apis = [...new Set(proposed.map(({ api }) => api))].sort();
  const overlays = apis.map((api): [string, unknown] => {
    const actions = new Map<string, Record<string, unknown>>();
    for (const one of proposed.filter((difference) => difference.api === api)) {
      const { target, ...change } = one.overlay ?? { target: '' };
      actions.set(stringifyJson(one.overlay), { target, description: describeAction(one, assumed), ...change });
    }
    return [api, { ...createOverlay(api, []), actions: [...actions.values()] }];
  });
  return new Map(overlays);
}

/** Proposes Overlays like {@link proposeOverlay}, but based on responses in recorded traffic. */
export function proposeTrafficOverlay(
  { causes, sources }: Pick<TrafficReport, 'causes' | 'sources'>,
  contracts: ContractsByApi,
): string {
  const responses = causes.filter(({ side }) => side === 'response');
  const differences = responses.map(({ api, operationId, status, fingerprint: id, message, count, ...finding }) => {
    const contract = contracts.get(api);
    const operation = contract?.operations.get(operationId);
    const shown = { id, api, message, gaps: [], claims: [], occurrences: { length: count } };
    const overlay = contract && operation && createCorrection(contract, operation, status, { ...finding, message });
    return { ...shown, documents: 'described' as const, stage: 'departs' as const, ...(overlay && { overlay }) };
  });
  return proposeOverlay({ differences, gaps: [], stage: sources.map(({ name }) => name).join(', ') });
}

/** Orders differences by gap. Differences without a gap come last. */
function byGap(one: ShownDifference, other: ShownDifference): number {
  const key = ({ gaps, id }: ShownDifference): string => `${gaps[0] ?? '~'} ${id}`;
  return key(one) < key(other) ? -1 : 1;
}

function describeAction(
  { gaps, documents, claims, message, occurrences }: ShownDifference,
  assumed: ReadonlyMap<string, string>,
): string {
  const grounds =
    gaps.length > 0
      ? gaps.map((id) => `${id} assumes: ${assumed.get(id) ?? ''}`)
      : documents === 'stated'
        ? [`Against what is stated: ${claims.join(', ')}.`]
        : [];
  const seen = `Seen ${occurrences.length === 1 ? 'once' : `${occurrences.length} times`}: ${message}`;
  return [...grounds, seen].join(' ');
}
