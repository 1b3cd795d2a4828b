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
