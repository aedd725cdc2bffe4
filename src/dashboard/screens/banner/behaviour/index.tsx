import { useSession } from '../../../app/session';
import {
  NumberField,
  Panel,
  RadioField,
  SelectField,
  ShowFaults,
  Switch,
  TextAreaField,
  TextField,
} from '../../../components';
import { useSharedWords, useWords } from '../../../words';
import type { Profile, ProfileJson } from '../edits/content';
import type { Editor } from '../edits/use-editor';
import { FindingList } from '../findings/finding-list';
import { useFindings } from '../findings/use-findings';
import { useGoToText } from '../findings/use-go-to-text';
import { AgeGate } from './age-gate';
import { ListField } from './list-field';
import { ReceiptFacts } from './receipt-facts';
import { words } from './words';

const switches = ['languageSwitch', 'reloadOnWithdrawal', 'allowReceipt', 'forChildren'] as const;

/** How a banner behaves: for whom, for how long, and what its parts do. */
export function Behaviour({ profile, editor }: { readonly profile: Profile; readonly editor: Editor }) {
  const text = useWords(words);
  const { can } = useSession();
  const findings = useFindings(editor.content);
  const goToText = useGoToText();
  const isReadOnly = !can('profiles:update');
  const props = { editor, isReadOnly };
  const { content, set } = editor;
  const { profileJson } = content;
  const setField = <Key extends keyof ProfileJson>(key: Key, value: ProfileJson[Key]) =>
    set(['profileJson', key], value);
  return (
    <ShowFaults error={findings.error ?? editor.error} isLive>
      <div className="stack">
        <FindingList findings={findings} onGo={goToText} />
        <Panel title={text.who}>
          <div className="stack">
            <TextField
              label={text.name}
              path="name"
              help={text.nameHelp}
              value={content.name}
              isReadOnly={isReadOnly}
              maxLength={200}
              onChange={(name) => set(['name'], name)}
            />
            <GroupField {...props} isActive={profile.isActive} />
            <ListField
              label={text.countries}
              path="profileJson.countries"
              help={text.countriesHelp}
              value={profileJson.countries}
              isReadOnly={isReadOnly}
              onChange={(countries) => setField('countries', countries)}
            />
            <TextField
              label={text.controller}
              path="profileJson.complianceConfig.controllerName"
              help={text.controllerHelp}
              value={profileJson.complianceConfig?.controllerName ?? ''}
              isReadOnly={isReadOnly}
              maxLength={300}
              onChange={(value) =>
                set(['profileJson', 'complianceConfig', 'controllerName'], value === '' ? undefined : value)
              }
            />
          </div>
        </Panel>
        <Panel title={text.choices}>
          <div className="stack">
            <SelectField
              label={text.signal}
              help={text.signalHelp}
              value={profileJson.gpcMode ?? ''}
              isDisabled={isReadOnly}
              options={(['', 'ignore', 'honor', 'strict'] as const).map((value) => ({
                value,
                label: text.signals[value],
              }))}
              onChange={(value) => setField('gpcMode', value === '' ? undefined : value)}
            />
            <NumberField
              label={text.expiry}
              path="profileJson.expiryDays"
              help={text.expiryHelp}
              value={profileJson.expiryDays}
              min={1}
              max={3650}
              isReadOnly={isReadOnly}
              onChange={(days) => setField('expiryDays', days)}
            />
            <SelectField
              label={text.scope}
              help={text.scopeHelp}
              value={profileJson.accountRule ?? 'off'}
              isDisabled={isReadOnly}
              options={(['off', 'strictest', 'latest'] as const).map((value) => ({
                value,
                label: text.scopes[value],
              }))}
              onChange={(value) => setField('accountRule', value)}
            />
            <RadioField
              label={text.closing}
              value={profileJson.closeMeans ?? 'undecided'}
              isDisabled={isReadOnly}
              options={[
                { value: 'undecided', label: text.closeUndecided },
                { value: 'refuse', label: text.closeRefuses },
              ]}
              onChange={(value) => setField('closeMeans', value)}
            />
            {switches.map((name) => (
              <Switch
                key={name}
                isSelected={profileJson[name] ?? false}
                isDisabled={isReadOnly}
                onChange={(value) => setField(name, value)}
              >
                {text.switches[name]}
              </Switch>
            ))}
          </div>
        </Panel>
        {profileJson.allowReceipt === true && <ReceiptFacts {...props} />}
        <AgeGate {...props} />
        <Panel title={text.sites}>
          <ListField
            label={text.origins}
            path="profileJson.allowedOrigins"
            help={text.originsHelp}
            value={profileJson.allowedOrigins}
            isReadOnly={isReadOnly}
            Field={TextAreaField}
            onChange={(origins) => setField('allowedOrigins', origins)}
          />
        </Panel>
      </div>
    </ShowFaults>
  );
}

function GroupField({
  editor: { content, set },
  isReadOnly,
  isActive,
}: {
  readonly editor: Editor;
  readonly isReadOnly: boolean;
  readonly isActive: boolean;
}) {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const { complianceGroup, customComplianceGroup } = content.profileJson;
  const custom = complianceGroup === undefined ? customComplianceGroup : undefined;
  return (
    <SelectField
      label={text.group}
      help={isActive ? text.groupLive : text.groupHelp}
      value={complianceGroup ?? custom ?? ''}
      isDisabled={isReadOnly || isActive}
      options={[
        ...Object.entries(groups).map(([value, label]) => ({ value, label })),
        ...(complianceGroup === undefined ? [{ value: custom ?? '', label: custom ?? text.noGroup }] : []),
      ]}
      onChange={(next) => {
        if (next === custom || next === '') return;
        set(['profileJson', 'complianceGroup'], next);
        set(['profileJson', 'customComplianceGroup'], undefined);
      }}
    />
  );
}
