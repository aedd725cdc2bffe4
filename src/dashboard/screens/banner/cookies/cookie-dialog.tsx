import { useState } from 'react';
import { purposes } from '#standards/compliance/purposes';
import {
  Button,
  Checkbox,
  Dialog,
  focusInvalidNumber,
  NumberField,
  SelectField,
  Switch,
  TextAreaField,
  TextField,
} from '../../../components';
import { useCountries, useFormats, useSharedWords, useWords } from '../../../words';
import {
  type Cookie,
  type CookieEditor,
  categoryOf,
  fittingCategory,
  listCategories,
  putCookies,
  splitNames,
} from './cookie-edits';
import {
  fromLifetime,
  type Lifetime,
  type LifetimeUnit,
  lifetimeUnits,
  mostOf,
  toLifetime,
} from './lifetime';
import { words } from './words';

const kinds = ['cookie', 'localStorage', 'sessionStorage', 'indexedDB', 'pixel', 'other'] as const;
const cpraUses = ['selling', 'sharing', 'sensitive'] as const;
type CpraUse = (typeof cpraUses)[number];

/**
 * Everything about one cookie.
 * @param id null: a new one
 * @param name of a new one, to begin with
 */
export function CookieDialog({
  editor: { content, setAll },
  id,
  name: firstName = '',
  onClose,
}: {
  readonly editor: CookieEditor;
  readonly id: string | null;
  readonly name?: string;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { actions, states } = useSharedWords();
  const countries = useCountries();
  const formats = useFormats();
  const { profileJson } = content;
  /** The content from which the fields started: only differences from it are edits. */
  const [opened] = useState(content);
  const [cookie, setCookie] = useState<Cookie>(
    (id !== null && profileJson.cookies?.[id]) || {
      name: firstName,
      purpose: 'analytics',
      listenGpc: false,
    },
  );
  const [newLifetime, setLifetime] = useState<Lifetime>();
  const lifetime = newLifetime ?? toLifetime(cookie.maxAgeSeconds);
  const [chosen, setChosen] = useState(id === null ? undefined : (categoryOf(profileJson, id) ?? ''));
  const category = chosen ?? fittingCategory(profileJson, cookie.purpose) ?? '';
  const change = (part: Partial<Cookie>) => setCookie({ ...cookie, ...part });
  const name = cookie.name?.trim() ?? '';
  const country = cookie.providerCountry ?? '';
  const isListed = country === '' || countries.some(({ value }) => value === country);
  // Of a list that somebody pasted, each name becomes a cookie.
  const names = isCookie(cookie) ? splitNames(name) : [name];
  const done = () => {
    const { maxAgeSeconds: before, ...rest } = withoutBlanks(cookie);
    // In whole minutes it can be another one.
    const maxAgeSeconds = newLifetime === undefined ? before : fromLifetime(newLifetime);
    const next = { ...rest, ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }) } as Cookie;
    const cookies = names.map((each) => ({ ...next, name: each }));
    if (id === null) setAll(putCookies(content, cookies, category || null, id));
    else setAll(putCookies(opened, cookies, category || null, id), opened);
    onClose();
  };
  return (
    <Dialog
      title={id === null ? text.other : text.editOf(cookie.name ?? id)}
      size="large"
      isOpen
      isForm
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button
            variant="primary"
            onPress={({ target }) => focusInvalidNumber(target) || done()}
            isDisabled={names[0] === undefined || name === ''}
          >
            {id === null ? actions.add : text.apply}
          </Button>
        </>
      }
    >
      <div className="form-line">
        <TextField
          label={text.name}
          help={text.nameHelp}
          error={names.length > 1 ? text.severalNames(names.length, formats.list(names)) : undefined}
          value={cookie.name ?? ''}
          onChange={(value) => change({ name: value })}
          maxLength={300}
        />
        <TextField
          label={text.provider}
          value={cookie.provider ?? ''}
          onChange={(provider) => change({ provider })}
          maxLength={300}
        />
        <SelectField
          label={text.kind}
          value={cookie.kind ?? 'cookie'}
          options={kinds.map((value) => ({ value, label: text.kinds[value] }))}
          onChange={(kind) => change({ kind })}
        />
        <SelectField
          label={text.purpose}
          value={cookie.purpose}
          options={purposes.map((value) => ({ value, label: text.purposes[value] }))}
          onChange={(purpose) => change({ purpose })}
        />
        <SelectField
          label={text.category}
          value={category}
          options={[
            ...listCategories(profileJson).map(([value, { heading = value }]) => ({ value, label: heading })),
            { value: '', label: text.uncategorised },
          ]}
          onChange={setChosen}
        />
        <div className="pair">
          {lifetime.unit !== 'session' && (
            <NumberField
              label={text.amount}
              value={lifetime.amount}
              min={1}
              max={mostOf(lifetime.unit)}
              onChange={(amount) => setLifetime({ ...lifetime, amount })}
            />
          )}
          <SelectField<LifetimeUnit>
            label={text.lifetime}
            value={lifetime.unit}
            options={lifetimeUnits.map((value) => ({ value, label: text.units[value] }))}
            onChange={(unit) => setLifetime({ ...lifetime, unit })}
          />
        </div>
        <SelectField
          label={text.country}
          value={country}
          options={[
            { value: '', label: states.unknown },
            ...countries,
            // Another one, as an import may have it.
            ...(isListed ? [] : [{ value: country, label: country }]),
          ]}
          onChange={(value) => change({ providerCountry: value })}
        />
        <TextField
          label={text.contact}
          value={cookie.providerContact ?? ''}
          onChange={(providerContact) => change({ providerContact })}
          maxLength={500}
        />
      </div>
      <TextAreaField
        label={text.description}
        help={text.descriptionHelp}
        value={cookie.description ?? ''}
        onChange={(description) => change({ description })}
        rows={2}
        maxLength={5000}
      />
      <Facts cookie={cookie} onChange={change} />
    </Dialog>
  );
}

function Facts({
  cookie,
  onChange,
}: {
  readonly cookie: Cookie;
  readonly onChange: (part: Partial<Cookie>) => void;
}) {
  const text = useWords(words);
  const uses = [cookie.cpraCategory ?? []].flat().filter((use) => use !== 'none');
  const setUse = (use: CpraUse, isOn: boolean) => {
    const next = cpraUses.filter((other) => (other === use ? isOn : uses.includes(other)));
    onChange({ cpraCategory: next.length === 0 ? 'none' : next });
  };
  return (
    <div className="columns">
      <div className="stack tight">
        <Switch
          isSelected={cookie.listenGpc}
          onChange={(listenGpc) => onChange({ listenGpc })}
          help={text.signalHelp}
        >
          {text.signalRefuses}
        </Switch>
        <Switch isSelected={cookie.firstParty ?? false} onChange={(firstParty) => onChange({ firstParty })}>
          {text.firstParty}
        </Switch>
        <Switch
          isSelected={cookie.serviceProvider ?? false}
          onChange={(serviceProvider) => onChange({ serviceProvider })}
        >
          {text.serviceProvider}
        </Switch>
      </div>
      <fieldset className="stack tight bare">
        <legend className="label">{text.california}</legend>
        {cpraUses.map((use) => (
          <Checkbox key={use} isSelected={uses.includes(use)} onChange={(isOn) => setUse(use, isOn)}>
            {text.cpra[use]}
          </Checkbox>
        ))}
      </fieldset>
    </div>
  );
}

const isCookie = ({ kind = 'cookie' }: Cookie): boolean => kind === 'cookie';

/** Fields that were emptied are left out, as if they had never been filled in. */
const withoutBlanks = (cookie: Cookie): Cookie =>
  Object.fromEntries(Object.entries(cookie).filter(([, value]) => value !== '')) as Cookie;
