import type { ReactNode } from 'react';
import { BlankRosette, Rosette } from '#app/ui/rosette/rosette-mark.tsx';

export type HistoryVersion = {
  version: string;
  /** Of the signed PDF; null where the version carries no signature of this system. */
  sha256: string | null;
  /** 'Approved 19 Feb 2026', 'In force since 04 Mar 2026': one line each. */
  lines: readonly string[];
  /** The download button or buttons. */
  actions: ReactNode;
};

/** Every version that was ever approved: rosette, version, dates, download. Stands in a drawer. */
export function VersionHistory({ versions }: { versions: readonly HistoryVersion[] }) {
  return (
    <ul className="ruled">
      {versions.map(({ version, sha256, lines, actions }) => (
        <li className="version" key={version}>
          {sha256 ? <Rosette sha256={sha256} size="small" /> : <BlankRosette size="small" />}
          <div>
            <p className="life-version">Version {version}</p>
            {lines.map((line) => (
              <p className="meta" key={line}>
                {line}
              </p>
            ))}
          </div>
          <div className="actions end">{actions}</div>
        </li>
      ))}
    </ul>
  );
}
