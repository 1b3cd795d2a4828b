import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';

/** A report's downloads, one a format. */
export function ExportButtons({
  name,
  title,
  query = {},
  quiet,
}: {
  name: string;
  title: string;
  query?: Record<string, string | undefined>;
  /** In a margin. */
  quiet?: boolean;
}) {
  return (['pdf', 'csv'] as const).map((format) => (
    <LinkButton
      key={format}
      to={addresses.reportFile(name, format, query)}
      download
      size="small"
      {...(quiet && { kind: 'quiet' })}
      icon="download"
      about={title}
    >
      {format.toUpperCase()}
    </LinkButton>
  ));
}
