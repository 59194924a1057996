/** Words that say that something does not exist. */
const unknown =
  "\\b(?:unknown|names? no (?:existing |known )?[a-z]+|(?:does|do) not name an?|nonexistent|non-?existent|not found|no such|cannot be found|could not be found|(?:points?|leads?|refers?) (?:at|to) nothing|leads? nowhere|belongs? to no|(?:do|does|did) not exist|doesn['’]t exist|not exist|invalid reference|not known|nothing (?:exists|is found|is there|has)|(?:nobody|no one) (?:has )?(?:created|knows)|not (?:registered|listed|recogni[sz]ed|on file|on record|to be found)|not (?:in|on|part of) (?:the|our) (?:catalog|catalogue|list|system|database|register|registry|directory|file|index)|we (?:have )?never (?:heard|seen|met|created)|we (?:do not|don['’]t|cannot|can['’]t|could not) (?:know|find|recogni[sz]e)|we (?:do not|don['’]t) have (?:on file|on record|in (?:the|our)))\\b";

/** Words that say that something does not exist, in a sentence about anything. */
export const namesUnknown = new RegExp(unknown, 'i');

/** Words of a refusal that say that something a request names does not exist. */
export const saysUnknown = new RegExp(
  `(?:^|\\b(?:either|or|as|because) |, )no (?:[a-z]+ ){1,3}(?:has|have|with|is|are|carries|goes by|exists?|belongs)\\b|${unknown}|\\b(?:is|are) (?:no|not an?)\\b`,
  'i',
);

/** Words of an error code that say that something does not exist: `UNKNOWN_BOX`, `boxNotFound`. */
export const isUnknownCode = /\b(?:unknown|not found|no such|non ?existent|does not exist|not exists?)\b/;

/** Words of a description that say that what a member names has to exist. */
export const saysMustExist =
  /\b(?:must|ha(?:s|ve) to|needs? to|can only|may only|only) (?:[\w`'’-]+ ){0,9}?(?:exist|on (?:file|record)|known|registered|listed|existing|exists|we (?:know|have|keep)|in (?:the|our) (?:catalog|catalogue|list|system|database|register|registry|directory|index)|of ours)\b|\b(?:must|ha(?:s|ve) to|needs? to) (?:name|identify|refer to|point (?:to|at)|be (?:the (?:id|code|key|number|name) of|one of)) (?:an?|one of|the|our|those)\b|\bexists?(?: -| –|,|;) (?:otherwise|else|or else)\b|\bof an existing\b|\ban existing\b|\b(?:that|which) (?:already |really )?exists?\b/i;

const refused =
  '(?:(?:is|are|gets?|be|counts? as|leads? to|results? in|causes?|gives?|means?)(?: (?:an?|the|as|with))?(?: [a-z]+)?(?: with| by)? (?:`?invalid|wrong|bad|refused|rejected|turned (?:down|away)|error|mistake|4\\d\\d|`\\w+`)|we (?:refuse|reject|turn down))';

/** Words that say that a value is refused. */
export const saysRefused = new RegExp(`\\b${refused}`, 'i');

/** Words that say that all other values are refused: "Any other is a wrong input". */
export const refusesOthers = new RegExp(`\\b(?:any(?:thing| other)|others?|otherwise)\\b.{0,40}? ${refused}`, 'i');

/** Words of a sentence about the references in a body. */
export const saysOfBodies = /\b(?:bod(?:y|ies)|refer(?:s|ences?|red|ring)?|payloads?|inputs?)\b/i;

/** Words of a sentence about paths or unknown names. */
export const saysOfOther =
  /\b(?:path|url|uri|query|unknown (?:[a-z]+ )?(?:members?|fields?|propert(?:y|ies)|attributes?|parameters?|keys?)|(?:members?|fields?|propert(?:y|ies)|parameters?) (?:that |which )?(?:we (?:do not|don['’]t)|(?:is|are) (?:unknown|not)))\b/i;

/** Words of a refused deletion that say that something else refers to the record. */
export const saysInUse =
  /\b(?:in use|(?:on|in) (?:an?|any) |refers? to|points? to|still (?:has|have|contains?|owns?|referenced|used)|referenced|used by|has|have|contains?|with|not empty|dependent|depends?|attached|assigned|belong(?:s|ing)?|associated)\b/i;

/** Words of a deletion right before what else is deleted. */
export const saysAlso =
  /\b(?:and|with|along with|together with|including|with it|with them|as well as)(?: (?:all|any|every|each|of|the|its|their|associated|related|of its))* $/i;

const ofIt =
  '(?: themselves)?(?: (?:of|on|in|for|under|below) (?:it|(?:the|this|that) [a-z]+))?(?: and [a-z ]{1,30}?)?';
/** Words after the records that a deletion leaves alone. */
export const saysKept = new RegExp(
  `^${ofIt} (?:do not stand in the way and )?(?:remains?|stays?|survives?|(?:is|are) (?:kept|retained|preserved|not (?:deleted|removed|touched|affected)))\\b`,
  'i',
);
/** Words after the records that go with a deleted one. */
export const saysGone = new RegExp(
  `^${ofIt} (?:also )?(?:go(?:es)? with (?:it|them)|(?:is|are|gets?|will be) (?:also |then |automatically )?(?:deleted|removed|erased|dropped|purged)|disappears?|vanish(?:es)?)(?! (?:if|when|only|unless))\\b`,
  'i',
);
/** Words of a deletion right before the records that go, too. */
export const saysRemoves =
  /\b(?:deletes|removes|drops|erases|purges)(?: also| all| any| every| each| of| the| its| their)* $/i;
