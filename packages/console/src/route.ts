import { signal } from '@preact/signals';

/** Where the page is: the area, what of it, and the filters, as they stand behind the `#`. */
export interface Place {
  readonly area: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

export const place = signal(read());

addEventListener('hashchange', () => {
  place.value = read();
});

/** A link to a place. Empty values are left out of the query. */
export function linkTo(path: string, query: Readonly<Record<string, string>> | URLSearchParams = {}): string {
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const search = new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

/** Goes to a place. @param replace whether the way back skips the present one */
export function goTo(link: string, replace = false): void {
  if (!replace) location.hash = link;
  else {
    history.replaceState(null, '', link);
    place.value = read();
  }
}

function read(): Place {
  const [path = '', search = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [area = '', ...parts] = path.split('/').map(decoded);
  return { area: area === '' ? 'traffic' : area, parts, query: new URLSearchParams(search) };
}

/** A part as it stands there where it is not encoded well. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
