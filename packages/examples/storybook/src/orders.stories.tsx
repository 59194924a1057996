import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import type { BackEnd } from '../.storybook/preview.js';
import { Orders } from './orders.js';

const meta: Meta<typeof Orders> = { component: Orders };
export default meta;

type Story = StoryObj<typeof Orders>;
const withBackEnd = (understudy: BackEnd) => ({ understudy });

/** The data of the server's seed. */
export const Listed: Story = {};

export const Empty: Story = { parameters: withBackEnd({ data: { orders: { orders: [] } } }) };

/** The added order is stored in the sandbox of this story. */
export const Added: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button'));
    await expect(await canvas.findByText('Chair')).toBeVisible();
  },
};

export const Failing: Story = {
  parameters: withBackEnd({ faults: [{ match: { path: '/orders' }, effect: { status: 503 } }] }),
};
