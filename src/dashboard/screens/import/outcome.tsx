import { saveText } from '../../api/download';
import type { DataOf } from '../../api/use-resource';
import { Button, Facts, Notice, Panel, Table } from '../../components';
import { useFormats, useWords } from '../../words';
import { words } from './words';

export type Result = DataOf<'importConsents'>;

/** The result for the rows, or the expected one. */
export function Outcome({ result, fileName }: { readonly result: Result; readonly fileName: string }) {
  const text = useWords(words);
  const formats = useFormats();
  const { dryRun, completed, reasons, refusedRows } = result;
  const counts = ['read', 'written', 'older', 'unchanged', 'refused'] as const;
  const save = () =>
    saveText(
      ['line,reason', ...refusedRows.map(({ line, reason }) => `${line},"${reason.replaceAll('"', '""')}"`)]
        .join('\n')
        .concat('\n'),
      `${fileName}.refused.csv`,
      'text/csv',
    );
  return (
    <Panel title={dryRun ? text.checked : text.imported}>
      <div className="stack" role="status">
        {!completed && <Notice tone="warn" title={text.incomplete} />}
        {completed && !dryRun && <Notice tone="ok" title={text.done(formats.number(result.written))} />}
        <Facts
          items={counts.map((name) => ({
            name: text.counts[name],
            value: formats.number(result[name]),
          }))}
        />
      </div>
      {reasons.length > 0 && (
        <>
          <Table
            label={text.reasons}
            rows={reasons}
            keyOf={({ reason }) => reason}
            columns={[
              { id: 'reason', title: text.reason, cell: ({ reason }) => <span lang="en">{reason}</span> },
              { id: 'count', title: text.rows, isNumber: true, cell: ({ count }) => formats.number(count) },
              {
                id: 'line',
                title: text.firstLine,
                isNumber: true,
                cell: ({ firstLine }) => formats.number(firstLine),
              },
            ]}
          />
          <div className="row end">
            <Button icon="download" onPress={save}>
              {text.saveRefused}
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}
