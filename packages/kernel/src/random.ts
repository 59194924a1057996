/** The internal state of a random generator. */
export type RandomState = readonly [number, number, number, number];

/** A function that returns random numbers in [0, 1). The same seed yields the same numbers. */
export interface RandomSource {
  (): number;
  /** Returns the current state of the generator. */
  state(): RandomState;
}

/**
 * Creates a seeded generator (sfc32, seeded with cyrb128). Not suitable for secrets. @param from state to continue from
 */
export function createRandom(seed: string, from?: RandomState): RandomSource {
  let [a, b, c, d] = from ?? hash128(seed);
  const next = (): number => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  if (from === undefined) for (let warmUp = 0; warmUp < 12; warmUp += 1) next();
  return Object.assign(next, { state: (): RandomState => [a, b, c, d] });
}

function hash128(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    h1 = h2 ^ Math.imul(h1 ^ code, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ code, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ code, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ code, 2716044179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179);
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1];
}
