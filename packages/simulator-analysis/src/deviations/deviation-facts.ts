/** What the deviations need to know of a service besides what makes it differ. */
export interface DeviationFacts {
  /** Key of the results of a prediction. */
  readonly resultsKey: string;
  /** Key of what is asked for each dataset when a model is trained. */
  readonly itemsKey: string;
  /** Path prefix of another of the three services. */
  readonly prefixOfSibling: string;
  /** An operation that starts a job and takes a webhook. */
  readonly starter: string;
}
