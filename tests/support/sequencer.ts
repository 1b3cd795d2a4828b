import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts the slowest files first: started last, one of them would occupy a single worker at the end. */
const slowest = [
  'tests/runtime/readme.test.ts',
  'tests/crash/crash.test.ts',
  'tests/api/calls.test.ts',
  'tests/ledger/cli.test.ts',
  'tests/ui/gallery.test.ts',
  'tests/runtime/process.test.ts',
  'tests/runtime/restore.test.ts',
  'tests/http/matrix.test.ts',
  'tests/ui/behaviour.test.ts',
  'tests/reports/signed-pdf.test.ts',
  'tests/storage/limits.test.ts',
  'tests/api/fuzz.test.ts',
  'tests/http/catalogue.test.ts',
  'tests/commands/identity/timing.test.ts',
  'tests/commands/identity/account.test.ts',
  'tests/evidence/flip.test.ts',
  'tests/ledger/concurrency.test.ts',
  'tests/jobs/remind.test.ts',
  'tests/commands/document/download.test.ts',
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
