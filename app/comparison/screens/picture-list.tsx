import { Link } from '@remix-run/react';
import type { Box, PictureChange } from '#app/comparison/engine/comparison.ts';
import { addresses } from '#app/kit/addresses.ts';
import { pictureTitle } from '#app/comparison/words.ts';
import '#app/comparison/screens/comparison.css';

/** `readable`: the versions that the viewer may read. */
export type ComparedVersions = { document: string; from: string; to: string; readable: readonly string[] };

type PictureListProps = ComparedVersions & { pictures: readonly PictureChange[] };

/** The pages that look different, side by side, with frames around what differs. */
export const PictureList = ({ pictures, document, from, to, readable }: PictureListProps) => (
  <ol className="passages">
    {pictures.map((change, index) => (
      <li key={index}>
        <h3>{pictureTitle(change)}</h3>
        <div className="page-pair">
          {change.from && readable.includes(from) && <BoxedPage document={document} version={from} {...change.from} />}
          {change.to && readable.includes(to) && <BoxedPage document={document} version={to} {...change.to} />}
        </div>
      </li>
    ))}
  </ol>
);

type BoxedPageProps = { document: string; version: string; page: number; boxes: readonly Box[] };

const BoxedPage = ({ document, version, page, boxes }: BoxedPageProps) => (
  <figure>
    <figcaption>
      <Link to={addresses.readVersion(document, version, page)}>
        Version {version}, page {page}
      </Link>
    </figcaption>
    <div className="boxed-page">
      <img
        src={addresses.pagePicture(document, version, 'final', page)}
        loading="lazy"
        alt={`Page ${page} of version ${version}, ${placesOf(boxes)} framed`}
      />
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {boxes.map(({ left, top, width, height }) => (
          <rect key={`${left} ${top}`} x={left} y={top} width={width} height={height} />
        ))}
      </svg>
    </div>
  </figure>
);

const placesOf = (boxes: readonly Box[]): string => (boxes.length === 1 ? 'one place' : `${boxes.length} places`);
