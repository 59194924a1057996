const central = {
  top: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  bottom: [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
};

const middle = {
  top: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  bottom: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
};

const tail = {
  top: [
    2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  bottom: [
    2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
};

/** Quantile of the standard normal distribution (AS 241, Wichura 1988). @throws RangeError outside of (0, 1). */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`${probability} is not a probability strictly between 0 and 1.`);
  }
  const distance = probability - 0.5;
  if (Math.abs(distance) <= 0.425) return distance * ratio(central, 0.180625 - distance * distance);
  const depth = Math.sqrt(-Math.log(distance < 0 ? probability : 1 - probability));
  const quantile = depth <= 5 ? ratio(middle, depth - 1.6) : ratio(tail, depth - 5);
  return distance < 0 ? -quantile : quantile;
}

/** Ratio of two polynomials, coefficients of the highest power first. */
function ratio(polynomials: { top: readonly number[]; bottom: readonly number[] }, x: number): number {
  return evaluate(polynomials.top, x) / evaluate(polynomials.bottom, x);
}

function evaluate(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}
