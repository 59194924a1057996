interface Recorded {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  readonly sentHeaders?: Readonly<Record<string, string>>;
  readonly startedDateTime?: string;
}

const json = 'application/json';
const pairs = (headers: object) => Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Creates an HTTP archive entry with JSON bodies, for a line such as `GET https://shop.example/users`. */
export function harEntry(line: string, body?: unknown, more: Recorded = {}) {
  const [method = '', url = ''] = line.split(' ');
  const { status = 200, headers = {}, sent, sentHeaders = {}, startedDateTime } = more;
  return {
    startedDateTime,
    request: {
      ...{ method, url, headers: pairs(sent === undefined ? sentHeaders : { 'content-type': json, ...sentHeaders }) },
      ...(sent === undefined ? {} : { postData: { mimeType: json, text: JSON.stringify(sent) } }),
    },
    response: {
      ...{ status, headers: pairs({ 'content-type': json, ...headers }) },
      content: body === undefined ? {} : { mimeType: json, text: JSON.stringify(body) },
    },
  };
}

export const harOf = (...entries: readonly object[]) => JSON.stringify({ log: { version: '1.2', entries } });
