/** A scenario file with what it takes to run it, and what that shows. */
export interface Candidate {
  readonly file: string;
  /** About how long it takes, in steps. */
  readonly weight: number;
  readonly features: ReadonlySet<string>;
}

/**
 * A small part of the files that has every feature which any of them has: again and again the one that adds most for its
 * weight; at the end those that the later ones made needless go.
 */
export function sampleOf<Kind extends Candidate>(candidates: readonly Kind[]): Kind[] {
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
