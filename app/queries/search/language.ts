/**
 * The PostgreSQL text search configuration of every organisation: English stems, and no difference for words of other
 * languages (docs/decisions). Each row says which it was read with.
 */
export const searchLanguage = 'english';
