import { en, Faker } from '@faker-js/faker';

/** Makes names; no person, project or street comes twice. */
export interface Names {
  company(): string;
  person(): string;
  project(): string;
  street(): string;
}

/** Names of people, projects and the company, always the same for a seed. */
export function namesOf(seed: number): Names {
  const faker = new Faker({ locale: [en], seed });
  const taken = new Set<string>();
  const fresh = (make: () => string) => {
    for (;;) {
      const name = make();
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
  return {
    company: () => faker.company.name(),
    person: () => fresh(() => faker.person.fullName()),
    project: () => fresh(() => `${faker.commerce.productAdjective()} ${faker.commerce.product()}`.toLowerCase()),
    street: () => fresh(() => faker.location.street()),
  };
}

/**
 * Spreads employees over departments by their shares, largest remainder last, at least one each.
 *
 * @returns one department per employee, in the order of the departments
 */
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
