/** Words for the record that comes first, by the direction of the order. */
export const comesFirst =
  /\b(newest|latest|most recent(?:ly)?|highest|largest|biggest|oldest|earliest|lowest|smallest|shortest)\b([^.;]{0,60}?)\bfirst\b/i;

export const ascending: ReadonlySet<string> = new Set(['oldest', 'earliest', 'lowest', 'smallest', 'shortest']);

/** Words that are about the age of a record, if nothing else is named. */
export const ofAge: ReadonlySet<string> = new Set(['newest', 'latest', 'most recent', 'most recently', 'oldest']);

/** A list is sorted by something: a member follows. */
export const sortedBy =
  /\b(?:sorted|ordered|listed|returned)(?: alphabetically)? by (?:their |its |the )?|\bin (?:alphabetical |ascending |descending )?order of (?:their |its |the )?|\balphabetically by (?:their |its |the )?/i;

export const isDescending = /\b(?:descending|desc|reverse)\b/i;

/** Words of a sentence that a client decides, so that they are not the order of the list. */
export const isChoice = /\b(?:can be|you can|use|parameter|field to|may|if|when|sort_by|specify|optional|choose)\b/i;
