/** Members that can name a record, in order of preference. */
export const callingMembers = ['id', 'gid', 'login', 'username', 'slug', 'key', 'code', 'name', 'title', 'email'];

/** Keys of records that most services have from the start, and those of them that refer to the caller. */
export const recordKeys: { readonly conventional: ReadonlySet<string>; readonly ofCaller: ReadonlySet<string> } = {
  conventional: new Set('me @me ~ self current default root primary main'.split(' ')),
  ofCaller: new Set(['me', '@me', 'self']),
};

/** Names of keys that are plain ids. */
export const bareIds: ReadonlySet<string> = new Set(['id', 'gid', 'uuid', 'sid', 'uid']);

/** Suffixes of keys that are UUIDs, and of those that are timestamps. */
export const uuidKeys = /u?uid$|guid$/i;
export const instantKeys = /(?:^|\.)(?:ts|timestamp)$/;

/** Suffixes of parameters with a key. */
export const keyEndings = /(?:id|sid|uuid|slug|name|key)$/;

/** Objects whose members repeat path parameters. */
export const labelHolders = ['metadata'];

/** Members that identify a record in a request, in order of preference. */
export const identifyingMembers = ['name', 'login', 'key', 'title', 'slug', 'id', 'sid', 'gid'];

/** Members with the labels of a record. */
export const labelMembers: ReadonlySet<string> = new Set(['labels']);

/** Values that make a filter match everything. */
export const allValues: ReadonlySet<string> = new Set(['all', '*', 'any', '']);

/** Prefixes of members with the key of the record that is replied to. */
export const replyMembers = /^(?:parent|thread)_/;
