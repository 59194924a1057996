export interface Candidate {
  readonly file: string;
  /** Approximate duration in steps. */
  readonly weight: number;
  readonly features: ReadonlySet<string>;
}

/**
 * Selects a small set of files that covers the features of all files: repeatedly adds the file with the most new
 * features per weight, then removes redundant files.
 */
export function selectCoveringSet<Kind extends Candidate>(candidates: readonly Kind[]): Kind[] {
  const missing = new Set(candidates.flatMap(({ features }) => [...features]));
  const chosen: Kind[] = [];
  while (missing.size > 0) {
    let best: Kind | undefined;
    let most = 0;
    for (const candidate of candidates) {
      const gain = [...candidate.features].filter((feature) => missing.has(feature)).length / candidate.weight;
      if (gain > most) [best, most] = [candidate, gain];
    }
    if (best === undefined) break;
    chosen.push(best);
    for (const feature of best.features) missing.delete(feature);
  }
  return withoutNeedless(chosen);
}

function withoutNeedless<Kind extends Candidate>(chosen: readonly Kind[]): Kind[] {
  const kept = [...chosen].sort((one, other) => other.weight - one.weight);
  for (const candidate of [...kept]) {
    const others = kept.filter((other) => other !== candidate);
    if ([...candidate.features].every((feature) => others.some(({ features }) => features.has(feature)))) {
      kept.splice(kept.indexOf(candidate), 1);
    }
  }
  return kept;
}
