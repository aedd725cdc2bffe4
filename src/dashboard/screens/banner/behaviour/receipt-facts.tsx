import { Panel, TextField } from '../../../components';
import { useWords } from '../../../words';
import type { Editor } from '../edits/use-editor';
import { receiptFacts, receiptWords } from './receipt-words';

/** Facts that receipts must contain and the banner itself does not. */
export function ReceiptFacts({
  editor: { content, set },
  isReadOnly,
}: {
  readonly editor: Editor;
  readonly isReadOnly: boolean;
}) {
  const text = useWords(receiptWords);
  const { complianceConfig = {} } = content.profileJson;
  return (
    <Panel title={text.title}>
      <div className="stack">
        <p className="muted">{text.intro}</p>
        {receiptFacts.map((key) => (
          <TextField
            key={key}
            label={text.facts[key] ?? key}
            path={`profileJson.complianceConfig.${key}`}
            value={complianceConfig[key] ?? ''}
            isReadOnly={isReadOnly}
            isRequired={false}
            maxLength={500}
            onChange={(value) =>
              set(['profileJson', 'complianceConfig', key], value === '' ? undefined : value)
            }
          />
        ))}
      </div>
    </Panel>
  );
}
