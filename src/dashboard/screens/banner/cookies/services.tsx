import { useState } from 'react';
import {
  ActionMenu,
  Button,
  Checkbox,
  type Column,
  Dialog,
  Panel,
  SelectField,
  Table,
  TextAreaField,
  TextField,
} from '../../../components';
import { useCountries, useSharedWords, useWords } from '../../../words';
import { type CookieEditor, listCategories } from './cookie-edits';
import {
  cookiesOf,
  freeKey,
  putService,
  removeService,
  type Service,
  suggestServices,
} from './service-edits';
import { serviceWords } from './service-words';
import { useRemoval } from './use-removal';

interface Props {
  readonly editor: CookieEditor;
  readonly mayEdit: boolean;
}

type Entry = readonly [string, Service];

/** The services of a banner, and whether visitors decide about each. */
export function Services({ editor, mayEdit }: Props) {
  const text = useWords(serviceWords);
  const { actions, states } = useSharedWords();
  const remove = useRemoval(editor);
  const [edited, setEdited] = useState<string | null>();
  const { content, set, setAll } = editor;
  const { profileJson } = content;
  const services = Object.entries(profileJson.services ?? {});
  const suggested = suggestServices(content);
  const headingOf = (id: string) => profileJson.preferenceModal?.categories?.[id]?.heading ?? id;
  const columns: readonly Column<Entry>[] = [
    {
      id: 'name',
      title: text.name,
      cell: ([key, { name = key, description }]) => (
        <>
          {name}
          {description !== undefined && <span className="muted small block">{description}</span>}
        </>
      ),
    },
    {
      id: 'provider',
      title: text.provider,
      share: 22,
      from: 'medium',
      cell: ([, { provider }]) => provider ?? states.unknown,
    },
    { id: 'category', title: text.category, share: 22, cell: ([, { category }]) => headingOf(category) },
    {
      id: 'cookies',
      title: text.cookies,
      share: 12,
      from: 'medium',
      isNumber: true,
      cell: ([key]) => cookiesOf(profileJson, key).length,
    },
    {
      id: 'actions',
      title: actions.more,
      share: 8,
      isTitleHidden: true,
      isNumber: true,
      cell: ([key, { name = key }]) =>
        mayEdit && (
          <ActionMenu
            label={text.actionsOf(name)}
            entries={[
              { id: 'edit', label: actions.edit, icon: 'edit', onAction: () => setEdited(key) },
              {
                id: 'remove',
                label: actions.remove,
                icon: 'trash',
                isDangerous: true,
                startsGroup: true,
                onAction: () => remove(removeService(content, key), text.removed(name)),
              },
            ]}
          />
        ),
    },
  ];
  return (
    <Panel
      title={text.title}
      actions={
        mayEdit && (
          <>
            {suggested.length > 0 && <Button onPress={() => setAll(suggested)}>{text.suggest}</Button>}
            <Button icon="add" onPress={() => setEdited(null)}>
              {text.add}
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        <div className="narrow">
          <SelectField
            label={text.granularity}
            help={text.granularityHelp}
            value={profileJson.granularity ?? 'category'}
            isDisabled={!mayEdit}
            options={(['category', 'service'] as const).map((value) => ({
              value,
              label: text.granularities[value],
            }))}
            onChange={(value) =>
              set(['profileJson', 'granularity'], value === 'category' ? undefined : value)
            }
          />
        </div>
        {services.length > 0 && (
          <Table label={text.title} rows={services} keyOf={([key]) => key} columns={columns} />
        )}
      </div>
      {edited !== undefined && (
        <ServiceDialog editor={editor} id={edited} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  );
}

/** Everything about one service. @param id null: a new one */
function ServiceDialog({
  editor: { content, setAll },
  id,
  onClose,
}: {
  readonly editor: CookieEditor;
  readonly id: string | null;
  readonly onClose: () => void;
}) {
  const text = useWords(serviceWords);
  const { actions, states } = useSharedWords();
  const countries = useCountries();
  const { profileJson } = content;
  /** The content from which the fields started: only differences from it are edits. */
  const [opened] = useState(content);
  const categories = listCategories(profileJson);
  const optional = categories.find(([, { legalBasis }]) => legalBasis !== 'mandatory') ?? categories[0];
  const [service, setService] = useState<Service>(
    (id !== null && profileJson.services?.[id]) || { category: optional?.[0] ?? '', name: '' },
  );
  const [cookies, setCookies] = useState<readonly string[]>(id === null ? [] : cookiesOf(profileJson, id));
  const change = (part: Partial<Service>) => setService({ ...service, ...part });
  const name = service.name?.trim() ?? '';
  const listed = profileJson.preferenceModal?.categories?.[service.category]?.cookies ?? [];
  const done = () => {
    const filled = Object.entries({ ...service, name }).filter(([, value]) => value !== '');
    const next = Object.fromEntries(filled) as Service;
    if (id === null) setAll(putService(content, freeKey(profileJson, name), next, cookies));
    else setAll(putService(opened, id, next, cookies), opened);
    onClose();
  };
  return (
    <Dialog
      title={id === null ? text.add : text.editOf(profileJson.services?.[id]?.name ?? id)}
      size="large"
      isOpen
      isForm
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button variant="primary" onPress={done} isDisabled={name === '' || service.category === ''}>
            {id === null ? actions.add : text.apply}
          </Button>
        </>
      }
    >
      <div className="form-line">
        <TextField
          label={text.name}
          value={service.name ?? ''}
          onChange={(value) => change({ name: value })}
          maxLength={300}
          autoFocus
        />
        <TextField
          label={text.provider}
          value={service.provider ?? ''}
          onChange={(provider) => change({ provider })}
          maxLength={300}
        />
        <SelectField
          label={text.category}
          value={service.category}
          options={categories.map(([value, { heading = value }]) => ({ value, label: heading }))}
          onChange={(category) => change({ category })}
        />
        <SelectField
          label={text.country}
          value={service.providerCountry ?? ''}
          options={[{ value: '', label: states.unknown }, ...countries]}
          onChange={(providerCountry) => change({ providerCountry })}
        />
      </div>
      <TextField
        label={text.privacyUrl}
        type="url"
        value={service.privacyUrl ?? ''}
        onChange={(privacyUrl) => change({ privacyUrl })}
        maxLength={2000}
      />
      <TextAreaField
        label={text.description}
        help={text.descriptionHelp}
        value={service.description ?? ''}
        onChange={(description) => change({ description })}
        rows={2}
        maxLength={5000}
      />
      {listed.length > 0 && (
        <fieldset className="stack tight bare">
          <legend className="label">{text.cookiesOf}</legend>
          {listed.map((cookie) => (
            <Checkbox
              key={cookie}
              isSelected={cookies.includes(cookie)}
              onChange={(isOn) =>
                setCookies(isOn ? [...cookies, cookie] : cookies.filter((other) => other !== cookie))
              }
            >
              {profileJson.cookies?.[cookie]?.name ?? cookie}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <p className="help">{text.inPages(id ?? freeKey(profileJson, name || 'service'))}</p>
    </Dialog>
  );
}
