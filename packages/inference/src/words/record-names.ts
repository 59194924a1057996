/** Members by which a record is called, the first one first. */
export const callingMembers = ['id', 'gid', 'login', 'username', 'slug', 'key', 'code', 'name', 'title', 'email'];

/** Keys of records that exist in most services without being created, and those of them that mean the caller. */
export const recordKeys: { readonly conventional: ReadonlySet<string>; readonly ofCaller: ReadonlySet<string> } = {
  conventional: new Set('me @me ~ self current default root primary main'.split(' ')),
  ofCaller: new Set(['me', '@me', 'self']),
};

/** Names of keys that are bare ids. */
export const bareIds: ReadonlySet<string> = new Set(['id', 'gid', 'uuid', 'sid', 'uid']);

/** Ends of names of keys in the form of a UUID, and of those that are instants. */
export const uuidKeys = /u?uid$|guid$/i;
export const instantKeys = /(?:^|\.)(?:ts|timestamp)$/;

/** Ends of names of parameters with a key. */
export const keyEndings = /(?:id|sid|uuid|slug|name|key)$/;

/** Members whose members repeat parameters of the path. */
export const labelHolders = ['metadata'];

/** Members whose values name a record in a request, the first one first. */
export const identifyingMembers = ['name', 'login', 'key', 'title', 'slug', 'id', 'sid', 'gid'];

/** Members with the labels of a record. */
export const labelMembers: ReadonlySet<string> = new Set(['labels']);

/** Values of a filter that mean all. */
export const allValues: ReadonlySet<string> = new Set(['all', '*', 'any', '']);

/** Starts of names of members with the key of what a record replies to. */
export const replyMembers = /^(?:parent|thread)_/;
