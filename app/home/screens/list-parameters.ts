/** The address parameters that a saved view holds. */
export const viewParameters = ['q', 'show', 'area', 'status', 'training', 'sort', 'order'] as const;

/** The parameters of a view in an address. */
export const viewIn = (parameters: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    viewParameters.flatMap((name) => {
      const value = parameters.get(name);
      return value ? [[name, value]] : [];
    }),
  );

/** The last option of the filter of functional areas leads to the form of a new one. No area has a name this long. */
export const newArea = 'create';
