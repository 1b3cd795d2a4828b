import {
  numberOf,
  type DemonstrationDocument,
  type DemonstrationVersion,
} from '#app/set-up/demonstration/document-facts.ts';
import { textOf } from '#app/set-up/demonstration/texts.ts';
import { typesetPaper } from '#app/set-up/demonstration/typeset-paper.ts';
import type { Person, World } from '#app/set-up/demonstration/world.ts';

/** The files of the demonstration's documents, made and uploaded a few ahead of the submission that takes them. */
export class Papers {
  readonly #order: readonly (readonly [DemonstrationDocument, DemonstrationVersion | null])[];
  readonly #made = new Map<string, Promise<{ working: string; final: string }>>();

  /** `world`: of the present. */
  constructor(
    private readonly world: World,
    documents: readonly DemonstrationDocument[],
    private readonly ownerOf: (document: DemonstrationDocument, day: number) => Person,
  ) {
    this.#order = documents
      .flatMap((document) =>
        (document.versions.length > 0 ? document.versions : [null]).map((version) => [document, version] as const),
      )
      .toSorted((a, b) => dayOf(a) - dayOf(b));
  }

  /** The keys of the files of a version; of a draft without one. */
  upload(
    document: DemonstrationDocument,
    version: DemonstrationVersion | null,
  ): Promise<{ working: string; final: string }> {
    const index = this.#order.findIndex((one) => one[0] === document && one[1] === version);
    for (const next of this.#order.slice(index + 1, index + 4)) this.#make(...next).catch(() => undefined);
    return this.#make(document, version);
  }

  #make(
    document: DemonstrationDocument,
    version: DemonstrationVersion | null,
  ): Promise<{ working: string; final: string }> {
    const key = `${numberOf(document)} ${version?.version}`;
    const made =
      this.#made.get(key) ??
      this.world.upload(
        this.ownerOf(document, dayOf([document, version])),
        {
          organisation: this.world.name,
          number: numberOf(document),
          title: document.name,
          version: version?.version ?? '1.0',
          ...textOf(document, version),
        },
        null,
        typesetPaper,
      );
    this.#made.set(key, made);
    return made;
  }
}

const dayOf = ([document, version]: readonly [DemonstrationDocument, DemonstrationVersion | null]): number =>
  version?.day ?? document.drafted ?? 0;
