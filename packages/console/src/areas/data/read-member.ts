/** The value at a path of members such as `facts.date`. */
export function readMember(value: unknown, path: string): unknown {
  const direct: unknown = Object(value)[path];
  return direct ?? path.split('.').reduce((at: unknown, name) => Object(at)[name], value);
}
