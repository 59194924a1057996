import { joinPointer } from '@understudy/contract';
import { readErrors } from '../../names/read-error-codes.js';
import { readNames } from '../../names/read-names.js';
import { recordKeys } from '../../words/record-names.js';
import type { InferenceRule } from '../rule.js';

/** The meanings of names are read once, because requests have no time for it. */
export const nameMeanings: InferenceRule = {
  id: 'names/meanings',
  says: 'A name has a subject: a page, an error, a file, a receiver of events, or a fact about the record.',
  *infer({ document, plan: { operations } }) {
    // What a parameter of the same name takes is no address: `next` of a page, for `?next=`.
    const taken = new Set([...operations.values()].flatMap(({ list }) => [list?.cursor, list?.before]));
    const value = Object.fromEntries(
      [...readNames(document)].map(([name, { page, ...meaning }]) => {
        const isToken = page?.leads !== undefined && taken.has(name);
        return [name, page === undefined ? meaning : { ...meaning, page: isToken ? { ...page, isToken } : page }];
      }),
    );
    yield { at: '/names', value, reason: { says: 'the names of the description' } };
  },
};

export const errorCodeMeanings: InferenceRule = {
  id: 'names/error-codes',
  says: 'The words of an error code imply its statuses, and a description explains how places and codes are written.',
  *infer({ plan: { schemas, operations }, model: { names = {} } }) {
    const { codes, places, before } = readErrors(schemas, [...operations.values()]);
    yield {
      at: '/errorCodes',
      value: Object.fromEntries(codes),
      reason: { says: 'the codes of the described errors' },
    };
    for (const [name, value] of places)
      if (names[name]?.error?.says?.some((each) => each === 'place' || each === 'item') === true)
        yield { at: joinPointer('/names', name, 'error', 'writes'), value, reason: { says: name } };
    for (const [name, value] of before)
      yield { at: joinPointer('/names', name, 'error', 'before'), value, reason: { says: name } };
  },
};

export const conventionalKeys: InferenceRule = {
  id: 'names/keys',
  says: 'A key such as `me` or `default` is that of a record that exists without being created.',
  *infer() {
    const value = { conventional: [...recordKeys.conventional], ofCaller: [...recordKeys.ofCaller] };
    yield { at: '/keys', value, reason: { says: value.conventional.join(', ') } };
  },
};
