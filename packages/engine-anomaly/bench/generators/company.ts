import { en, Faker } from '@faker-js/faker';

/** Names that never repeat for persons, projects and streets. The same seed gives the same names. */
export type Names = ReturnType<typeof namesOf>;

export function namesOf(seed: number) {
  const faker = new Faker({ locale: [en], seed });
  const used = new Set<string>();
  const unique = (next: () => string) => {
    let name = next();
    while (used.has(name)) name = next();
    used.add(name);
    return name;
  };
  return {
    company: () => faker.company.name(),
    person: () => unique(() => faker.person.fullName()),
    project: () => unique(() => `${faker.commerce.productAdjective()} ${faker.commerce.product()}`.toLowerCase()),
    street: () => unique(() => faker.location.street()),
  };
}

/** Spreads employees over departments by their shares, at least one each. Returns one department per employee. */
export function staffing<Department extends { readonly share: number }>(
  departments: readonly Department[],
  employees: number,
): Department[] {
  const total = departments.reduce((sum, { share }) => sum + share, 0);
  const places = departments.map(({ share }) => Math.max(1, Math.floor((share / total) * employees)));
  let left = employees - places.reduce((sum, count) => sum + count, 0);
  for (let index = 0; left !== 0; index = (index + 1) % places.length) {
    const count = places[index] ?? 0;
    if (left < 0 && count === 1) continue;
    places[index] = count + Math.sign(left);
    left -= Math.sign(left);
  }
  return departments.flatMap((department, index) => Array.from({ length: places[index] ?? 0 }, () => department));
}
