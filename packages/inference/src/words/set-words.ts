/** Words between resource names that have no meaning of their own. */
export const joiningWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those its their his her all any every each of in on at by for from to with within inside under into ' +
    'which who whose where there is are was were be been being has have had having do does did it they them one ones ' +
    'status statuses state states and or as using used through via currently present now still yet ever so far ' +
    "'s " +
    'exist exists found counted included contained belonging belong belongs located attached assigned owned own owns placed ' +
    'contain contains comprise comprises hold holds carry carries include includes refer refers related'
  ).split(' '),
);

/** Words for the whole collection, in place of an owner. */
export const wholeWords: ReadonlySet<string> = new Set(
  'system platform database catalogue catalog account organisation organization company business collection inventory registry register fleet network workspace'.split(
    ' ',
  ),
);

/** Phrases such as "in commission", which are true for every record of a resource without states. */
export const lastingWords: ReadonlySet<string> = new Set('commission service operation existence'.split(' '));

/** Words before an exception. */
export const saysExcluded =
  /\b(?:excluding|excluded|excepted|except(?: for)?|not counting|not including|not counted|not included|(?:do|does|are|is) not (?:count(?:ed)?|included?)|without|apart from|other than|but not|left out|leaving out|ignored|ignoring|disregarded|disregarding|omitted|omitting|never counted|minus)\b/;

export const negations: ReadonlySet<string> = new Set('not no never nobody none neither nor'.split(' '));

/** Words for a position in a sequence, which mean a different record than the named one. */
export const ordinals: ReadonlySet<string> = new Set(
  'first last next previous former latter other another new old same different parent second third final initial'.split(
    ' ',
  ),
);
