import { formatDate } from './format-date.js';
import {
  commonHelpers,
  randomInteger,
  randomText,
  randomUuid,
  type TemplateHelper,
  type TemplateLanguage,
} from './helper-call.js';
import { mockoonHelpers } from './mockoon-helpers.js';
import { selectJson, wiremockHelpers } from './wiremock-helpers.js';

/** The built-in variables of MockServer, and its lambda for JSONPath. */
const mockserverHelpers: Readonly<Record<string, TemplateHelper>> = {
  now: ({ state }) => formatDate(state.now, "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"),
  now_epoch: ({ state }) => Math.floor(state.now.getTime() / 1000),
  now_iso_8601: ({ state }) => formatDate(state.now, "yyyy-MM-dd'T'HH:mm:ssXXX"),
  now_rfc_1123: ({ state }) => state.now.toUTCString(),
  uuid: ({ state }) => randomUuid(state),
  rand_int: ({ state }) => randomInteger(state, 0, 9),
  rand_int_10: ({ state }) => randomInteger(state, 0, 9),
  rand_int_100: ({ state }) => randomInteger(state, 0, 99),
  rand_bytes: ({ state }) => Buffer.from(randomText(state, '0123456789abcdef', 32), 'hex').toString('base64'),
  jsonPath: ({ block, context, state }) => {
    state.variables.set('jsonPathResult', selectJson(state.request.text, (block?.fn(context) ?? '').trim()));
    return '';
  },
};

const ofLanguage: Readonly<Record<TemplateLanguage, ReadonlyMap<string, TemplateHelper>>> = {
  mockoon: new Map(Object.entries({ ...commonHelpers, ...mockoonHelpers })),
  mockserver: new Map(Object.entries({ ...commonHelpers, ...mockserverHelpers })),
  wiremock: new Map(Object.entries({ ...commonHelpers, ...wiremockHelpers })),
};

/** The helpers of a language by name. */
export function helpersOf(language: TemplateLanguage): ReadonlyMap<string, TemplateHelper> {
  return ofLanguage[language];
}
