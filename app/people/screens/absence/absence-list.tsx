import type { AbsenceRow } from '#app/kit/people/absences.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { periodWords } from '#app/ui/text/period.ts';
import { sentenceCase } from '#app/kit/words/phrases.ts';

interface AbsenceListProps {
  absences: readonly AbsenceRow[];
  /** The address of the page that ends one. */
  toEnd: (absence: string) => string;
  /** The words where there is none. */
  none: string;
}

/** A person's absences that are not over, each with its deputy. */
export function AbsenceList({ absences, toEnd, none }: AbsenceListProps) {
  if (absences.length === 0) return <p>{none}</p>;
  return (
    <ul className="ruled">
      {absences.map((absence) => (
        <li key={absence.uid} className="row">
          <div>
            <p>
              <span className="life-version">{sentenceCase(periodWords(absence))}</span> {absence.now && <Tag>Now</Tag>}
            </p>
            <p className="meta">{absence.deputy.name} approves</p>
          </div>
          <LinkButton to={toEnd(absence.uid)} size="small" about={periodWords(absence)}>
            {absence.now ? 'End now' : 'Cancel'}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}

/** For whom a person stands in, and when. */
export function StandsIn({ absences }: { absences: readonly AbsenceRow[] }) {
  return (
    <ul className="ruled">
      {absences.map((absence) => (
        <li key={absence.uid}>
          <p>
            <span className="life-version">For {absence.user.name}</span> {absence.now && <Tag>Now</Tag>}
          </p>
          <p className="meta">{sentenceCase(periodWords(absence))}</p>
        </li>
      ))}
    </ul>
  );
}
