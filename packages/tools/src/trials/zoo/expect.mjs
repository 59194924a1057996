// @ts-check
// What the checks of the clients compare with. The first argument names the promise of the API: failures of one name are
// reported as one cause.
import { isDeepStrictEqual } from 'node:util';

/** A promise that an API has not kept. */
export class NotKept extends Error {
  /** @param {string} promise @param {string} detail */
  constructor(promise, detail) {
    super(`${promise}: ${detail}`);
    this.cause = promise;
  }
}

/** @param {unknown} value */
const short = (value) => JSON.stringify(value)?.slice(0, 200);

/** @param {string} promise @param {unknown} actual @param {unknown} expected */
export function same(promise, actual, expected) {
  if (!isDeepStrictEqual(actual, expected)) {
    throw new NotKept(promise, `expected ${short(expected)}, got ${short(actual)}`);
  }
}

/** Each member of `expected` is in `actual`. @param {string} promise @param {any} actual @param {object} expected */
export function has(promise, actual, expected) {
  for (const [name, value] of Object.entries(expected)) {
    if (!isDeepStrictEqual(actual?.[name], value)) {
      throw new NotKept(promise, `expected ${name} ${short(value)}, got ${short(actual?.[name])}`);
    }
  }
}

/** @param {string} promise @param {unknown} actual @param {RegExp} form */
export function matches(promise, actual, form) {
  if (!form.test(String(actual))) throw new NotKept(promise, `expected ${form}, got ${short(actual)}`);
}

/** @param {string} promise @param {unknown} condition @param {unknown} seen */
export function holds(promise, condition, seen) {
  if (!condition) throw new NotKept(promise, `got ${short(seen)}`);
}

/** The error of a call that must fail, with the members of `expected`. @param {Promise<unknown>} call @param {object} expected */
export async function fails(call, expected) {
  const error = await call.then(
    (value) => {
      throw new NotKept('errors', `expected ${short(expected)}, but the call succeeded with ${short(value)}`);
    },
    (reason) => reason,
  );
  if (error instanceof NotKept) throw error;
  has('errors', { type: error.constructor.name, ...error, message: error.message }, expected);
  return error;
}

/** All items of pages, of which there are at most `most`. @param {AsyncIterable<any>} pages @param {number} [most] */
export async function all(pages, most = 200) {
  const items = [];
  for await (const item of pages) {
    items.push(item);
    if (items.length > most) throw new NotKept('pages end', `more than ${most} items`);
  }
  return items;
}

/** One member of each item, undefined without items. @param {readonly any[] | undefined} items @param {string} member */
export const each = (items, member) => items?.map((item) => item[member]);
