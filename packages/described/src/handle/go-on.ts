/** Goes on with a value at once if it is there. Waiting for it would cost a request as much as finding a record. */
export function goOn<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
