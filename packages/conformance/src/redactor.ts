const secretHeaders = /^(authorization|proxy-authorization|x-api-key|api-key|cookie|set-cookie)$/i;
const secretName = 'client_?secret|access_?token|refresh_?token|id_?token|assertion|password|(?:webhook_?)?api_?key';
const secretField = new RegExp(`("(?:${secretName})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)"`, 'gi');
const secretFormField = new RegExp(`((?:^|&)(?:${secretName})=)([^&\\s"]*)`, 'gi');
const secretQuery =
  /([?&;](?:signature|sig|x-(?:amz|goog)-(?:signature|credential|security-token)|access_token|client_secret)=)([^&\s"'<>\\]*)/gi;
const mark = '[redacted]';
/** What is replaced wherever it occurs must not be an ordinary word: a negative test may well send `Bearer invalid`. */
const tellingSecret = /^(?=.*[^A-Za-z]).{8,}$/s;

/**
 * Takes secrets out of everything a run reports: by place (headers, body fields, signed URLs), and then by value,
 * wherever a secret met once turns up again.
 */
export interface Redactor {
  /** Redacts any text, and remembers the secrets it finds in it. */
  text(text: string): string;
  /** Redacts headers, and remembers their secrets. */
  headers(headers: Record<string, string>): Record<string, string>;
  /** Redacts every text inside a value. */
  value(value: unknown): unknown;
}

/** Makes a redactor for one run. `secrets` are values known beforehand, such as a client secret from the environment. */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const known = new Set(secrets.filter((secret) => secret !== ''));
  const learn = (secret: string): void => {
    if (tellingSecret.test(secret) && !secret.includes(mark)) known.add(secret);
  };
  const replaceBy = (text: string, pattern: RegExp): string =>
    text.replace(pattern, (whole, before: string, secret: string) => {
      learn(secret);
      return whole.replace(before + secret, () => before + mark);
    });
  const text = (original: string): string => {
    let result = replaceBy(original, secretField);
    result = replaceBy(result, secretFormField);
    result = replaceBy(result, secretQuery);
    for (const secret of known) result = result.replaceAll(secret, mark);
    return result;
  };
  const value = (original: unknown): unknown => {
    if (typeof original === 'string') return text(original);
    if (typeof original !== 'object' || original === null) return original;
    const json = JSON.stringify(original);
    const redacted = text(json);
    if (redacted === json) return original;
    try {
      return JSON.parse(redacted);
    } catch {
      return redacted;
    }
  };
  const headers = (original: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(original).map(([name, content]) => {
        if (!secretHeaders.test(name)) return [name, text(content)];
        const scheme = /^(Bearer|Basic|DPoP)\s+(\S+)$/i.exec(content);
        learn(scheme?.[2] ?? content);
        return [name, scheme === null ? mark : `${scheme[1]} ${mark}`];
      }),
    );
  return { text, headers, value };
}
