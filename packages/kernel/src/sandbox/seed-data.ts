/** `custom`: data of one's own. */
export type SeedName = 'demo' | 'empty' | 'custom';

/** Data by API name; each API reads its own part. */
export type SeedData = Readonly<Record<string, unknown>>;
