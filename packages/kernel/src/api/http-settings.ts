import { defineChoice } from './define-setting.js';

/** How strictly an API treats requests that do not fit its description. An API with these settings lists them all. */
export const httpSettings = {
  /** Formats, patterns and lengths: reject a request that violates one, or serve it with a note. */
  formats: defineChoice('http.formats', ['enforced', 'note']),
  /** Requests without a required parameter, body or member: reject them, or serve them with a note. */
  required: defineChoice('http.required', ['enforced', 'lenient']),
  /** Parameters in another style than the described one: read them with a note, or reject them. */
  parameters: defineChoice('http.parameters', ['lenient', 'strict']),
  /** An id that no request created: the described 404, or an entity that exists. */
  unknownIds: defineChoice('http.unknownIds', ['refused', 'invent']),
  /** True if each response says in headers if its request fits the description. */
  report: defineChoice('http.report', ['off', 'headers']),
} as const;
