import { checkPrime } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';

const isPrime = promisify(checkPrime);
const exponent = 65_537n;
const smallPrimes = [3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n, 53n, 59n, 61n, 67n, 71n, 73n];

/** The last keys by their first prime's seed. Sandboxes with the same seed have the same key. */
const made = new Map<string, Promise<JWK>>();
const mostMade = 50;

/**
 * Creates an RSA key of 2,048 bits that depends on the seed alone, so that equal sandboxes publish equal keys.
 *
 * @param seed returns 64 hexadecimal digits for each label
 */
export function createRsaKey(seed: (label: string) => string): Promise<JWK> {
  const first = seed('p');
  const key = made.get(first) ?? makeKey(seed);
  if (made.size >= mostMade) made.clear();
  made.set(first, key);
  return key;
}

async function makeKey(seed: (label: string) => string): Promise<JWK> {
  const [p, q] = await Promise.all([findPrime(seed, 'p'), findPrime(seed, 'q')]);
  const d = invert(exponent, (p - 1n) * (q - 1n));
  const numbers = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: invert(q, p) };
  const encoded = Object.entries(numbers).map(([name, value]) => [name, encode(value)]);
  return { kty: 'RSA', ...Object.fromEntries(encoded) };
}

/** Finds the first prime after a number of 1,024 bits, the highest two of which are set. */
async function findPrime(seed: (label: string) => string, label: string): Promise<bigint> {
  const digits = [0, 1, 2, 3].map((part) => seed(`${label}${part}`)).join('');
  let candidate = BigInt(`0x${digits}`) | (3n << 1022n) | 1n;
  for (;;) {
    const number = candidate;
    const isCandidate = smallPrimes.every((prime) => number % prime !== 0n) && (number - 1n) % exponent !== 0n;
    if (isCandidate && (await isPrime(number))) return number;
    candidate += 2n;
  }
}

/** Returns the inverse of a number in a ring, by the extended Euclidean algorithm. */
function invert(number: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, number];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return factor < 0n ? factor + modulus : factor;
}

function encode(number: bigint): string {
  const digits = number.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex').toString('base64url');
}
