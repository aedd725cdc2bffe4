import { NumberField, Panel, RadioField, Switch } from '../../../components';
import { useWords } from '../../../words';
import type { Editor } from '../edits/use-editor';
import { words } from './words';

/**
 * Whether visitors are asked for their age before they can consent. The texts of the question are on the tab with the
 * texts.
 */
export function AgeGate({
  editor: { content, set },
  isReadOnly,
}: {
  readonly editor: Editor;
  readonly isReadOnly: boolean;
}) {
  const text = useWords(words);
  const { ageGate } = content.profileJson;
  const setField = (field: string, value: unknown) => set(['profileJson', 'ageGate', field], value);
  return (
    <Panel title={text.age}>
      <div className="stack">
        <Switch
          isSelected={ageGate !== undefined}
          isDisabled={isReadOnly}
          onChange={(isOn) => set(['profileJson', 'ageGate'], isOn ? {} : undefined)}
          help={text.ageHelp}
        >
          {text.askAge}
        </Switch>
        {ageGate !== undefined && (
          <>
            <NumberField
              label={text.minimumAge}
              path="profileJson.ageGate.minimumAge"
              help={text.minimumAgeHelp}
              value={ageGate.minimumAge}
              min={1}
              max={21}
              isReadOnly={isReadOnly}
              onChange={(age) => setField('minimumAge', age)}
            />
            <RadioField
              label={text.how}
              value={ageGate.ask ?? 'birthYear'}
              isDisabled={isReadOnly}
              options={[
                { value: 'birthYear', label: text.birthYear, help: text.birthYearHelp },
                { value: 'yesNo', label: text.yesNo },
              ]}
              onChange={(value) => setField('ask', value)}
            />
            <Switch
              isSelected={ageGate.parental ?? false}
              isDisabled={isReadOnly}
              onChange={(value) => setField('parental', value)}
            >
              {text.parental}
            </Switch>
          </>
        )}
      </div>
    </Panel>
  );
}
