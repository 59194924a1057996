/** Continues with a value synchronously if it is available. Awaiting it would take as long as finding a record. */
export function goOn<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
