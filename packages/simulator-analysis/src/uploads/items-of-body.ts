/** The items of a body, one for each dataset, whichever of the services it is for; nobody has checked it yet. */
export function itemsOfBody(body: Record<string, unknown>): unknown[] {
  const lists = ['datasets', 'parametersArray', 'parameters'].map((key) => body[key]);
  return lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
}
