/**
 * A picture of the product in the manual, as `scripts/pictures.ts` takes it. `alt` tells what matters in it to who does
 * not see it.
 */
export function Picture({ src, alt, caption }: { src: string; alt: string; caption: string }) {
  return (
    <figure className="picture">
      <img src={src} alt={alt} width={1280} height={886} loading="lazy" decoding="async" />
      <figcaption className="meta">{caption}</figcaption>
    </figure>
  );
}
