/** Forms of secrets that are recognizable by their prefix. Every part has a maximum length, so searching is linear. */
const forms: readonly string[] = [
  // Credentials of code hosts, registries, chats, payment and cloud services.
  'gh[pousr]_[A-Za-z0-9]{16,255}',
  String.raw`github_pat_\w{20,255}`,
  String.raw`gl[a-z]{2,6}-[\w-]{16,255}`,
  String.raw`(?:sk|rk)_(?:live|test)_\w{10,255}`,
  String.raw`whsec_[\w+/]{16,255}={0,2}`,
  String.raw`xox[a-z]-[\w-]{10,255}`,
  String.raw`xapp-[\w-]{10,255}`,
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,40}',
  String.raw`AIza[\w-]{30,100}`,
  String.raw`ya29\.[\w-]{20,1000}`,
  String.raw`GOCSPX-[\w-]{20,100}`,
  String.raw`sk-[\w-]{20,255}`,
  String.raw`SG\.[\w-]{16,100}\.[\w-]{16,100}`,
  '(?:npm|hf|dckr_pat|shp(?:at|ss|ca|pa)|lin_api|dop_v1|doo_v1)_[A-Za-z0-9_-]{20,255}',
  String.raw`(?:hvs|hvb|hvr)\.[\w-]{20,255}`,
  String.raw`pypi-[\w-]{30,255}`,
  '(?:ntn|secret)_[A-Za-z0-9]{30,100}',
  'AGE-SECRET-KEY-1[A-Z0-9]{40,80}',
  // Signed, unsigned and encrypted tokens (RFC 7519).
  String.raw`eyJ[\w-]{6,}\.eyJ[\w-]+\.(?:[\w-]{16,}|(?![\w-]))`,
  String.raw`eyJ[\w-]{6,4000}(?:\.[\w-]{0,4000}){3}\.[\w-]{8,4000}`,
];
/** Matches a secret with a known prefix anywhere in a string. */
export const secretShape = new RegExp(`(?<![A-Za-z0-9_-])(?:${forms.join('|')})(?![A-Za-z0-9])`, 'g');

const uuid = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i;
const address = /^[a-z][a-z\d+.-]*:\/\/|^\/[a-z]|@/i;
const instant = /^\d{4}-\d\d-\d\dT/;

/** Returns whether a value looks random, judged by its length, its characters and how often they repeat. */
export function looksRandom(value: string): boolean {
  if (value.length < 16 || value.length > 4096 || !/^[\w.~+/=:-]+$/.test(value)) return false;
  if (address.test(value) || instant.test(value)) return false;
  if (uuid.test(value)) return true;
  const hasDigit = /\d/.test(value);
  if (!hasDigit || !/[a-z]/i.test(value)) return false;
  // Words with a number, such as `order-of-2026-january`, have long runs of letters.
  const runs = value.match(/[a-z]+|[A-Z]+|\d+/g) ?? [];
  return entropyOf(value) >= 3 && runs.length >= value.length / 6;
}

/** Returns the entropy in bits per character, based on character frequencies. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
