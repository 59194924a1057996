const names = String.raw`(?:\.[A-Za-z_]\w*|\["[^"\\]*"\])`;
const plain = new RegExp(String.raw`^(?:(?:path|query|body)${names}+|"[^"\\]*")$`);

/** True if an expression is no more than a value of the request, or a text: `path.petId`, `body["pet id"]`, `"me"`. */
export function isPlainSource(text: unknown): boolean {
  return typeof text === 'string' && plain.test(text.trim());
}
