/** Matches names of members with a URL. */
export const addressNames = /url|uri|href|link/i;

/** Members with the text of a block, in order of preference. */
export const blockTexts = ['text', 'content', 'value'];

/** Members with the text of a stream chunk, in order of preference. */
export const streamTexts = ['content', 'text', 'delta', 'token', 'completion', 'response', 'message'];

/** Members of a stream chunk: new text, complete message, author role, end, and reason for the end. */
export const streamMembers: Readonly<Record<'delta' | 'message' | 'role' | 'end' | 'reason', RegExp>> = {
  delta: /^delta$/,
  message: /^message$/,
  role: /^role$/,
  end: /^done$/,
  reason: /^(?:finish|stop)_?reason$/i,
};

/** Suffixes of stream event types, in order of occurrence, without failures. */
export const streamPhases = [
  /(?:created|start(?:ed)?)$/,
  /(?:in_progress|added)$/,
  /delta$/,
  /(?:completed|stop|end|finished|done)$/,
];
