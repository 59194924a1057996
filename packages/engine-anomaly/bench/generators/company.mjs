import { en, Faker } from '@faker-js/faker';

/** Names of people, projects and the company, always the same for a seed. */
export function namesOf(seed) {
  const faker = new Faker({ locale: [en], seed });
  const taken = new Set();
  const fresh = (make) => {
    for (;;) {
      const name = make();
      if (!taken.has(name)) return taken.add(name) && name;
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
export function staffing(departments, employees) {
  const total = departments.reduce((sum, { share }) => sum + share, 0);
  const places = departments.map(({ share }) => Math.max(1, Math.floor((share / total) * employees)));
  let left = employees - places.reduce((sum, count) => sum + count, 0);
  for (let index = 0; left !== 0; index = (index + 1) % places.length) {
    if (left < 0 && places[index] === 1) continue;
    places[index] += Math.sign(left);
    left -= Math.sign(left);
  }
  return departments.flatMap((department, index) => Array.from({ length: places[index] }, () => department));
}
