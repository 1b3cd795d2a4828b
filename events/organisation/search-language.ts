/**
 * Languages of which the search knows the endings of words, by the names of PostgreSQL's text search configurations;
 * `simple` is every other language, whose words are compared as they are written.
 */
export const searchLanguages = [
  'simple',
  'arabic',
  'armenian',
  'basque',
  'catalan',
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'greek',
  'hindi',
  'hungarian',
  'indonesian',
  'irish',
  'italian',
  'lithuanian',
  'nepali',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'serbian',
  'spanish',
  'swedish',
  'tamil',
  'turkish',
  'yiddish',
] as const;
export type SearchLanguage = (typeof searchLanguages)[number];

/** The language in which the search reads an organisation's documents. */
export const searchLanguageOf = ({ searchLanguage }: { searchLanguage?: SearchLanguage | undefined }): SearchLanguage =>
  searchLanguage ?? 'english';
