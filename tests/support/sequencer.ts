import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts the slowest files first: started last, one of them would occupy a single worker at the end. */
const slowest = [
  'tests/server/readme.long.test.ts',
  'tests/crash/crash.test.ts',
  'tests/api/calls.test.ts',
  'tests/ledger/cli.test.ts',
  'tests/ui/gallery.test.ts',
  'tests/server/process.test.ts',
  'tests/server/restore.long.test.ts',
  'tests/http/matrix.test.ts',
  'tests/ui/behaviour.test.ts',
  'tests/adapters/pdf/signed-pdf.test.ts',
  'tests/adapters/storage/limits.test.ts',
  'tests/api/fuzz.test.ts',
  'tests/http/catalogue.test.ts',
  'tests/sign-in/timing.long.test.ts',
  'tests/sign-in/account.test.ts',
  'tests/audit/evidence/flip.test.ts',
  'tests/ledger/concurrency.test.ts',
  'tests/notifications/remind.test.ts',
  'tests/documents/download.test.ts',
  'tests/projections/rebuild.test.ts',
];

/** A fresh clone has no times of an earlier run to go by. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((file) => moduleId.endsWith(file));
      return at < 0 ? slowest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
