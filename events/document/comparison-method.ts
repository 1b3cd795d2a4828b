/** How versions are compared. Another way of comparing gets another name. */
export const comparisonMethod = 'imprimatur-comparison-2';
/**
 * It compared words, embedded pictures and the look of pages alone, and took lines near the edge that resemble each
 * other for headers and footers. What it made is read where a signature names it.
 */
export const earlierMethod = 'imprimatur-comparison-1';
