/** The three typefaces of the design (DESIGN.md section 1), the serif also in italic for signatures. */
export type Typeface = 'serif' | 'italic' | 'sans' | 'mono';

/** A font package whose files are split by Unicode range. `axis` and `slope` choose its files. */
export interface Family {
  package: string;
  axis: string;
  slope: 'normal' | 'italic';
  /** The start of its name in a PDF. */
  name: string;
}

const noto = (script: string): Family => ({
  package: `@fontsource-variable/noto-serif-${script}`,
  axis: 'wght',
  slope: 'normal',
  name: `NotoSerif-${script}`,
});

const own: Record<Typeface, Family> = {
  serif: { package: '@fontsource-variable/source-serif-4', axis: 'opsz', slope: 'normal', name: 'SourceSerif4' },
  italic: {
    package: '@fontsource-variable/source-serif-4',
    axis: 'opsz',
    slope: 'italic',
    name: 'SourceSerif4-Italic',
  },
  sans: { package: '@fontsource-variable/source-sans-3', axis: 'wght', slope: 'normal', name: 'SourceSans3' },
  mono: { package: '@fontsource-variable/source-code-pro', axis: 'wght', slope: 'normal', name: 'SourceCodePro' },
};

const scripts: Family[] = [
  { package: '@fontsource-variable/noto-serif', axis: 'wght', slope: 'normal', name: 'NotoSerif' },
  {
    package: '@fontsource-variable/noto-naskh-arabic',
    axis: 'wght',
    slope: 'normal',
    name: 'NotoNaskhArabic',
  },
  ...['hebrew', 'devanagari', 'thai', 'bengali', 'tamil', 'telugu', 'gujarati', 'gurmukhi', 'kannada'].map(noto),
  ...['malayalam', 'sinhala', 'khmer', 'lao', 'armenian', 'georgian', 'ethiopic'].map(noto),
  { package: '@fontsource/noto-serif-myanmar', axis: '400', slope: 'normal', name: 'NotoSerif-myanmar' },
];

type Han = 'jp' | 'sc' | 'tc' | 'kr';

/** Families in order of preference for characters other than Han. */
export const familiesFor = (typeface: Typeface): Family[] => [own[typeface], ...scripts];

/**
 * Han characters are drawn differently in each country and share their code points: Hangul in the same text decides for
 * Korea; else the Japanese form is asked first, and the two Chinese ones follow.
 */
export function hanFamiliesFor(text: string): Family[] {
  const first: Han = /\p{Script=Hangul}/u.test(text) ? 'kr' : 'jp';
  return [first, ...(['jp', 'sc', 'tc', 'kr'] as const).filter((form) => form !== first)].map(noto);
}
