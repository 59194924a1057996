import { samplePhrases } from './phrases.js';

/** Something that a shop sells. */
export interface Product {
  readonly name: string;
  readonly category: string;
  /** What people ask for it, from the lowest to the highest, in whole units of money. */
  readonly prices: readonly [number, number];
}

/** Kinds of products, and goods with what they cost, by their category. */
const rows: Readonly<Record<(typeof samplePhrases.category)[number], readonly [kinds: string, goods: string]>> = {
  Books: ['Illustrated|Pocket|Large Print|Annotated', 'Cookbook 15-35|Road Atlas 25-60|Travel Guide 12-25|Novel 8-20'],
  Garden: ['Steel|Folding|Compact|Heavy', 'Watering Can 12-35|Pruning Shears 15-45|Spade 20-50|Flower Pot 5-40'],
  Office: ['Grey|Adjustable|Compact|Oak', 'Desk Lamp 25-90|Monitor Stand 20-80|Filing Cabinet 90-300|Desk 150-600'],
  Kitchen: ['Steel|Cast Iron|Enamel|Small', 'Frying Pan 20-90|Saucepan 25-110|Kettle 25-80|Roasting Tin 15-60'],
  Sports: [
    'Light|Junior|Training|Professional',
    'Yoga Mat 15-60|Tennis Racket 40-180|Football 15-50|Skipping Rope 8-25',
  ],
  Toys: ['Wooden|Magnetic|Large|Colourful', 'Train Set 25-90|Building Blocks 15-60|Puzzle 10-30|Kite 12-35'],
  Outdoor: ['Waterproof|Ultralight|Insulated|Green', 'Backpack 45-180|Tent 90-450|Sleeping Bag 50-220|Flask 15-45'],
  Electronics: ['Wireless|Portable|Compact|Black', 'Headphones 40-250|Speaker 35-200|Keyboard 30-140|Charger 15-50'],
  Beauty: ['Mild|Unscented|Organic|Travel', 'Hand Cream 5-18|Shampoo 6-20|Face Wash 7-22|Lip Balm 3-9'],
};

/** Products of all categories: `Adjustable Desk Lamp`. */
export const products: readonly Product[] = samplePhrases.category.flatMap((category) => {
  const [kinds, goods] = rows[category];
  return goods.split('|').flatMap((good) => {
    const [, noun = '', least, most] = /^(.*) (\d+)-(\d+)$/.exec(good) ?? [];
    const prices = [Number(least), Number(most)] as const;
    return kinds.split('|').map((kind) => ({ name: `${kind} ${noun}`, category, prices }));
  });
});
