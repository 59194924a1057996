/** Names of members whose texts are addresses. */
export const addressNames = /url|uri|href|link/i;

/** Members with the text of a block, the first one first. */
export const blockTexts = ['text', 'content', 'value'];

/** Members with the text of a part of a stream, the first one first. */
export const streamTexts = ['content', 'text', 'delta', 'token', 'completion', 'response', 'message'];

/** Members of a part of a stream: the new text, the whole message, the role of its author, the end and its reason. */
export const streamMembers: Readonly<Record<'delta' | 'message' | 'role' | 'end' | 'reason', RegExp>> = {
  delta: /^delta$/,
  message: /^message$/,
  role: /^role$/,
  end: /^done$/,
  reason: /^(?:finish|stop)_?reason$/i,
};

/** Ends of the kinds of events of a stream, in their order. Failures are none of them. */
export const streamPhases = [
  /(?:created|start(?:ed)?)$/,
  /(?:in_progress|added)$/,
  /delta$/,
  /(?:completed|stop|end|finished|done)$/,
];
