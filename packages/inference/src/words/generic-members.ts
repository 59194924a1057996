/** Normalized names of keys that say nothing about whose key it is. */
export const genericKeys: ReadonlySet<string> = new Set(
  (
    'id uid uuid guid key name code slug type kind number no ref reference title label email username user login date ' +
    'version status state hash token url uri href path handle index position order rank value text description country ' +
    'currency language locale region symbol tag category group owner domain address phone year month day time created ' +
    'createdat self href object resource account externalid clientid appid namespace file filename environment env zone'
  ).split(' '),
);

/** Words before a name that say which role the thing has: `shippingAddressId` is an address. */
export const roles: ReadonlySet<string> = new Set(
  (
    'home pickup dropoff parent source target from to primary secondary default billing shipping delivery return main ' +
    'current active ongoing open running latest previous next assigned assignee old new origin destination start end first last original root owner ' +
    'owning sender recipient receiver'
  ).split(' '),
);

/** Roles that lead from a record to another one of the same kind. */
export const rolesAmongAlike: ReadonlySet<string> = new Set('parent previous next original root'.split(' '));

export const keyWords: ReadonlySet<string> = new Set(['id', 'ids', 'uuid', 'uuids', 'guid']);

/** Last words of members whose value is the number or the code of something. */
export const numberWords: ReadonlySet<string> = new Set('number no nr code'.split(' '));

/** Words of a key that another system gave. */
export const foreign: ReadonlySet<string> = new Set('external ext foreign legacy remote custom third'.split(' '));
