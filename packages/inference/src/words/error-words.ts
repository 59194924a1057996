/** Names of members of an error by meaning, without case and separators. */
export const errorMembers = {
  message:
    'message detail details description reason msg errormessage errordescription title error ' +
    'usermessage developermessage info summary text faultstring statusmessage explanation complaint errortext text ' +
    'longmessage problem issue violation fault hint why because cause comment note',
  code:
    'code errorcode errno errorno errornumber errortype errorname name type kind reason error id ' +
    'exception errorid subcode category',
  status: 'status statuscode httpstatus httpstatuscode httpcode responsecode responsestatus',
  place: 'field param parameter property attribute pointer path location loc target source fieldname ' + 'propertypath',
  /** The location in an item of an error list that has no other member for it. */
  item: 'name member key input element item',
} as const;

/** Members of an error in a success response. */
export const errorTexts = ['code', 'message', 'detail', 'title'];

/** Name suffixes of objects and lists that contain errors, and other names for them. */
export const errorHolders =
  /(?:errors?|faults?|details?|violations?|issues|reasons?|messages|problems|causes?|invalidparams|failures|validations?)$/;
export const otherErrorHolders = 'error fault detail details status';

/** Flags that an error response omits. */
export const successFlags = 'success ok successful';

/** Name suffixes of numbers with an error code. */
export const errorNumbers = /code$|^err(?:or)?(?:no|number)$/;

/** Codes that can stand for any error. */
export const anyError = /^(?:error|fail(?:ed|ure)?|unknown|other|invalid_?request)$/i;

/** Codes in words: for client mistakes, and for any error. */
export const clientErrors = /^(?:invalid|bad)(?: (?:request|input|argument\w*|param\w*))?(?: error)?$|client/;
export const generalErrors = /^(?:api )?(?:error|exception|failure|other|general|generic)$/;

/** Words in a code that mean that something is missing. */
export const saysMissing = /missing|required|blank|empty|expected/;

/** Words that name an error, by status, the most specific pattern first. */
export const errorVocabulary: readonly (readonly [statuses: readonly number[], ...names: readonly RegExp[]])[] = [
  [
    [401],
    /un ?auth\w*|not auth(?:ed|enticated)|authenticat\w*|(?:invalid|bad|wrong|missing|no|expired) (?:api )?(?:key|token|credentials?|auth|login|session|password)/,
    /credentials?|token|login|api key|\bauth\b|session (?:expired|invalid)/,
    /\bauth\w*/,
  ],
  [
    [403],
    /forbidden|permissions?|privileges?|(?:access )?denied|not (?:authori[sz]ed|allowed|permitted|an admin)|insufficient \w+/,
    /restricted|missing scope|authori[sz]ation|no permission|not permitted/,
  ],
  [[404], /not ?found|no such|does not exist|not exist\w*|non ?existent/, /unknown(?! error)|no record|invalid id\b/],
  [[410, 404], /\bgone\b/],
  [[410], /removed|deleted|expired/],
  [[405], /method not allowed/, /method|not supported/],
  [[406], /not acceptable/],
  [[408, 504], /time(?:d)? ?out/],
  [[409], /conflict|already|duplicate|exists/, /taken|in use|concurrent/],
  [[412, 428], /pre ?condition/, /etag|stale|mismatch|version/],
  [[413], /too large|too big|(?:size|length) exceeded/, /\b(?:size|large|long)\b/],
  [[415], /(?:unsupported )?media ?type|content ?type/, /unsupported|format/],
  [[429], /too many|rate limit\w*|throttl\w*/, /quota|limit|exceeded/],
  [[422], /unprocessable|validation/, /invalid|semantic|violation/],
  [
    [400, 422],
    /bad request|invalid (?:request|input|arguments?|params?|parameters?|data|body|json)|validation|malformed/,
    /(?:bad|wrong) \w+|invalid|missing|required|blank/,
    /argument|parameter|format|parse|input/,
  ],
  [[400, 404, 409, 422], /client error/],
  [[501], /not implemented/],
  [[502], /bad gateway/, /gateway|upstream/],
  [[503], /unavailable|maintenance|overloaded/, /\bdown\b/],
  [[500, 502, 503, 504], /internal(?: server)?(?: error)?|server error/, /unexpected|fatal|\bapi error|system/],
];

/** Phrases for requests that do not match their schema, or for any mistake in a request. */
export const saysInvalid =
  /\b(?:(?:not |in)?valid(?:at\w+)?|malformed|unprocess\w+|schema|bad (?:input|request|body|param\w*)|pars\w+|syntax|semantic\w*|incorrect|wrong|missing|process(?:ed)?)\b|^errors?\.?$/i;

/** Words that carry no information about an error. */
export const neutralErrorWords: ReadonlySet<string> = new Set(
  'error errors exception failure fault err resource entity object record item api http request param params parameter parameters argument field value the a an is not problem urn type of'.split(
    ' ',
  ),
);

/** Formats of an error's location, as the description of its member states them. */
export const placeForms = [
  ['fragment', /JSON[ -]?Pointer[\s\S]{0,300}fragment|fragment[\s\S]{0,300}JSON[ -]?Pointer/i],
  ['pointer', /JSON[ -]?Pointer/i],
  ['path', /\b(?:path|dot(?:s|ted)?|nested)\b/i],
] as const;
