import { deserialize, serialize } from 'node:v8';

/** A value as bytes for a process elsewhere: what a structured clone can carry, but for ports and shared memory, which is copied. */
export function packed(value: unknown): Buffer {
  return serialize(value);
}

/** The value that {@link packed} made bytes of, on this version of Node or an earlier one. */
export function unpacked(bytes: Buffer): unknown {
  return deserialize(bytes);
}
