/** What a member beside the items of a list says about its page. */
export type PageValue =
  | 'total'
  | 'count'
  | 'page'
  | 'size'
  | 'pages'
  | 'more'
  | 'earlier'
  | 'offset'
  | 'end'
  | 'remaining';

/** What a name means among the members beside the items of a list. */
export interface PageName {
  /** True if its members are about the page. */
  readonly holds?: true;
  readonly leads?: 'onward' | 'backward';
  /** True if it leads by a token of the list, not by a number or an address. */
  readonly isToken?: true;
  readonly says?: PageValue;
  /** The page whose address it has, or the list as a whole. */
  readonly address?: 'first' | 'last' | 'own' | 'list';
  /** True if that address is a text, and whether it can be an object with a link. */
  readonly inText?: true;
  readonly inLink?: true;
  /** True if it is about all items, so that a count beside it is about those of the page. */
  readonly isTotal?: true;
}

/** What a name means among the members that the server adds to a new record. */
export interface NewName {
  readonly is?: 'address' | 'kind' | 'origin' | 'state' | 'members';
  /** True if a kind is always told. */
  readonly isAlways?: true;
  readonly isCount?: true;
  readonly isPositive?: true;
  readonly credential?: 'secret' | 'other';
  /** True if a text is an instant if its format says nothing, and if it has a format of another kind. */
  readonly instant?: { readonly bare: boolean; readonly formatted: boolean };
}

/** What a name means among the members of an error. */
export interface ErrorName {
  readonly says?: readonly ('message' | 'code' | 'status' | 'place' | 'item')[];
  readonly holds?: true;
  /** True if it says that a request succeeded. */
  readonly isSuccess?: true;
  /** True if a number with it is a code. */
  readonly isNumber?: true;
}

/** What a name of a description means, wherever it stands. */
export interface NameMeaning {
  readonly page?: PageName;
  readonly added?: NewName;
  readonly error?: ErrorName;
  /** True if a member with it has an address. */
  readonly isAddress?: true;
  /** True if a text of it is a path, because addresses are called otherwise. */
  readonly isPath?: true;
  /** Position among the members by which a record is called. */
  readonly calls?: number;
  /** What a header is about: the message itself, or something that is true only in some cases. */
  readonly header?: 'message' | 'case';
  /** What a header says about a list. */
  readonly listHeader?: 'links' | 'total' | 'pages';
  /** What a parameter selects of a response. */
  readonly selects?: 'references' | 'members';
  /** True if a value says that a request to the API is where something comes from. */
  readonly isApi?: true;
  /** True if it has the time of the creation or of a change. */
  readonly isStamp?: true;
  /** True if it is the number of results that a request asks for. */
  readonly isWanted?: true;
  /** True if the key of a path with it is in the form of its kind: a UUID, or an instant. */
  readonly keyForm?: 'uuid' | 'instant';
  /** True if a key with it is a bare id, which an alias such as `me` cannot be. */
  readonly isId?: true;
  /** Position among the members whose values name a record in a request. */
  readonly identifies?: number;
  /** True if it has the labels of a record. */
  readonly holdsLabels?: true;
  /** True if a filter with the key of a record means its replies as well, such as `thread_id`. */
  readonly isReplyTo?: true;
  /** True if a value of a filter means all. */
  readonly meansAll?: true;
  /** The members of a receiver of events: its address, its event types, its secret, and a switch. */
  readonly receiver?: 'address' | 'events' | 'secret' | 'on';
  /** True if its members are about a receiver. */
  readonly holdsReceiver?: true;
  /** Its members about a file. */
  readonly file?: 'name' | 'size' | 'type';
  /** True if it has the name of the event of a webhook. */
  readonly tellsEvent?: true;
  /** True if a receiver with this value gets nothing. */
  readonly isOff?: true;
  /** Position among the members with the text of a block, and of a part of a stream. */
  readonly blockText?: number;
  readonly streamText?: number;
  /** Its members about a part of a stream. */
  readonly stream?: 'delta' | 'message' | 'role' | 'end' | 'reason';
  /** When a kind of event of a stream comes. */
  readonly phase?: number;
}

/** Lists the names that have a position, in its order. */
export function listRanked(names: Iterable<string>, rank: (name: string) => number | undefined): string[] {
  const ranked = [...names].flatMap((name) => {
    const at = rank(name);
    return at === undefined ? [] : [{ name, at }];
  });
  return ranked.sort((one, other) => one.at - other.at).map(({ name }) => name);
}

/** The meanings of the names of a description. A name without one is not in it. */
export type DescriptionNames = ReadonlyMap<string, NameMeaning>;
