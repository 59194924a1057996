/** Normalized names of keys that do not indicate which resource the key belongs to. */
export const genericKeys: ReadonlySet<string> = new Set(
  (
    'id uid uuid guid key name code slug type kind number no ref reference title label email username user login date ' +
    'version status state hash token url uri href path handle index position order rank value text description country ' +
    'currency language locale region symbol tag category group owner domain address phone year month day time created ' +
    'createdat self href object resource account externalid clientid appid namespace file filename environment env zone'
  ).split(' '),
);

/** Words before a resource name that describe its role: `shippingAddressId` identifies an address. */
export const roles: ReadonlySet<string> = new Set(
  (
    'home pickup dropoff parent source target from to primary secondary default billing shipping delivery return main ' +
    'current active ongoing open running latest previous next assigned assignee old new origin destination start end first last original root owner ' +
    'owning sender recipient receiver'
  ).split(' '),
);

/** Roles that refer to another record of the same resource. */
export const rolesAmongAlike: ReadonlySet<string> = new Set('parent previous next original root'.split(' '));

export const keyWords: ReadonlySet<string> = new Set(['id', 'ids', 'uuid', 'uuids', 'guid']);

/** Last words of members that contain a number or code of a record. */
export const numberWords: ReadonlySet<string> = new Set('number no nr code'.split(' '));

/** Words of keys that another system issued. */
export const foreign: ReadonlySet<string> = new Set('external ext foreign legacy remote custom third'.split(' '));

/** Words after the name of a resource that end it: "of the berth that", but not "of the berth group". */
export const functionWords =
  'at|when|that|which|who|whom|whose|in|on|for|to|from|is|was|this|it|with|as|by|being|[a-z]+ed';
