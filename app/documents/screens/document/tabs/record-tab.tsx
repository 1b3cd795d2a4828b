import { useActionData } from '@remix-run/react';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { WithAside } from '#app/ui/page/page.tsx';
import {
  ChangeSheet,
  DepartmentsSheet,
  DepartmentsThen,
  FilesSheet,
  LackingSheet,
  RecordSheet,
  RelatedSheet,
} from './document-sheets.tsx';
import type { saveDepartments } from './load-tab.ts';
import { OpenTraining } from './open-training.tsx';
import { useDocumentTab } from '../use-document-tab.ts';

/** The facts of a document, its files, its open training and its departments. */
export function RecordTab() {
  const data = useDocumentTab();
  const answer = useActionData<typeof saveDepartments>();
  const { document, date, openTraining } = data;
  const asof = usePast();
  const record = (
    <div className="sections">
      <RecordSheet {...data} />
      {data.lacking > 0 && <LackingSheet document={document.uid} lacking={data.lacking} />}
      <ChangeSheet {...data} />
      <FilesSheet {...data} />
      <RelatedSheet {...data} />
      {openTraining && <OpenTraining {...data} open={openTraining} />}
    </div>
  );
  if (!data.current) return record;
  return (
    <WithAside
      label="Departments"
      aside={
        asof ? (
          <DepartmentsThen {...data} />
        ) : (
          <DepartmentsSheet
            key={`${document.status} ${date} ${document.departments.join()}`}
            {...data}
            answer={answer}
          />
        )
      }
    >
      {record}
    </WithAside>
  );
}
