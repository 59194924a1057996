import { expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { describeText } from '../testing/serve-described.js';

const name = { name: { type: 'string' } };

async function formsWith(info: string) {
  const described = describeClub({
    parcels: { properties: name },
    pickups: { properties: name },
    claims: { properties: name },
  });
  const { writeModel } = await describeText('depot', {
    ...described,
    info: { title: 'Depot', version: '1', description: info },
  });
  const { parcels, pickups, claims } = writeModel().full.resources ?? {};
  return [parcels?.key?.form, pickups?.key?.form, claims?.key?.form];
}

it.each([
  'Ids have a prefix that tells the kind of the record (`pcl_`, `pku_`, `clm_`).',
  'Every id starts with the kind of the thing: `pcl_…` is a parcel, `pku_…` a pickup and `clm_…` a claim.',
  'An identifier is a text with a prefix, such as `clm_1a2b`, `pcl_77x` or `pku_9`.',
])('ids get the prefixes from the description: %s', async (info) => {
  expect(await formsWith(info)).toEqual(['pcl_{14}', 'pku_{14}', 'clm_{14}']);
});

it.each([
  'Test keys have the prefix `pcl_`, live ones `clm_`.',
  'Ids are opaque. Names begin with `pcl_` or `clm_`.',
  'Ids begin with `x_` or `y_`.',
])('no prefix is read from: %s', async (info) => {
  expect(await formsWith(info)).toEqual([undefined, undefined, undefined]);
});
