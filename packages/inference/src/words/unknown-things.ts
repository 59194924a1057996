/** Words of a refusal that say that something a request names does not exist. */
export const saysUnknown =
  /\b(?:unknown|non-?existent|not found|no such|cannot be found|could not be found|points? (?:at|to) nothing|(?:does|do|did) not exist|doesn['’]t exist|not exist|(?:is|are) (?:no|not an?)\b|invalid reference|not known)\b/i;

/** Words of a description that say that what a member names has to exist. */
export const saysMustExist =
  /\b(?:must (?:already )?exist|has to exist|have to exist|of an existing|an existing|any other value is (?:answered|refused|rejected))\b/i;

/** Words of a refused deletion that say that something else refers to the record. */
export const saysInUse =
  /\b(?:in use|still (?:has|have|contains?|owns?|referenced|used)|referenced|used by|has|have|contains?|with|not empty|dependent|depends?|attached|assigned|belong(?:s|ing)?|associated)\b/i;

/** Words of a deletion right before what else is deleted. */
export const saysAlso =
  /\b(?:and|with|along with|together with|including)(?: (?:all|any|every|each|of|the|its|their|associated|related|of its))* $/i;
