/** Work of the API for later. It is set, or taken back, together with what the unit of work writes. */
export interface TimerDesk {
  /**
   * @param order.at instant of the sandbox's clock; one in the past is due at once
   * @param order.kind names the handler among the simulator's `timers`
   * @returns id of the timer
   */
  schedule(order: { readonly at: Date; readonly kind: string; readonly payload: unknown }): Promise<string>;
  cancel(id: string): Promise<void>;
}
