import { useMemo, useState } from 'react';
import { useAction, useResource } from '../../api/use-resource';
import { Button, ErrorNotice, Load, Notice, Panel, RadioField, SelectField } from '../../components';
import { BannerPreview } from '../../preview/banner-preview';
import { useFormats, useSharedWords, useWords } from '../../words';
import { StepButtons, type StepProps } from './step';
import { useLiveBanners } from './use-live-banners';
import { words } from './words';

/** The result of publishing, by groups. */
export interface Published {
  readonly created: readonly string[];
  /** Groups that had a live banner before. */
  readonly kept: readonly string[];
}

/** Colours of buttons on which white text has a contrast of at least 4.5. */
const colours = {
  black: '#1a1c20',
  blue: '#1f4fd1',
  green: '#0b6b3a',
  violet: '#6b2fb3',
  red: '#b3261e',
} as const;
const positions = ['bottom-left', 'bottom-right', 'center', 'bottom', 'top'] as const;

/** Position and look of the banner, with a preview as visitors will see it. Publishes. */
export function Look({
  answers,
  change,
  onBack,
  onPublished,
}: Omit<StepProps, 'onNext'> & { readonly onPublished: (result: Published) => void }) {
  const text = useWords(words);
  const { groups: groupNames } = useSharedWords();
  const { locales, catalogue, position, colour } = answers;
  const live = useLiveBanners();
  const groups = answers.groups.filter((group) => !live.has(group));
  const [chosenGroup, setChosenGroup] = useState(groups[0] ?? 'opt-in');
  const shownGroup = groups.includes(chosenGroup) ? chosenGroup : (groups[0] ?? chosenGroup);
  const choices = {
    locales,
    catalogue,
    position,
    controllerName: answers.controllerName.trim(),
    privacyUrl: answers.privacyUrl.trim(),
  };
  const theme = useMemo(() => ({ light: { primary: colour, onPrimary: '#ffffff' } }), [colour]);
  const profile = useResource(
    'previewSeed',
    { body: { ...choices, group: shownGroup } },
    { keepPrevious: true },
  );
  const publish = useAction('seedProfiles', [
    'listProfiles',
    'getComplianceCoverage',
    'listPublications',
    'listUiTemplates',
  ]);
  // When they are published, they are live.
  const wanted = publish.isPending ? publish.variables.body.groups : groups;
  return (
    <>
      <Panel>
        <div className="stack">
          <RadioField
            label={text.position}
            isHorizontal
            value={position}
            onChange={(value) => change({ position: value })}
            options={positions.map((value) => ({ value, label: text.positions[value] }))}
          />
          <RadioField
            label={text.colour}
            isHorizontal
            value={colour}
            onChange={(value) => change({ colour: value })}
            options={Object.entries(colours).map(([name, value]) => ({
              value,
              label: text.colours[name as keyof typeof colours],
            }))}
          />
        </div>
      </Panel>
      <Panel
        title={text.preview}
        actions={
          groups.length > 1 && (
            <SelectField
              label={text.shownGroup}
              isLabelHidden
              value={shownGroup}
              onChange={setChosenGroup}
              options={groups.map((value) => ({ value, label: groupNames[value] ?? value }))}
            />
          )
        }
      >
        <Load of={profile}>
          {({ defaultLocale, profileJson, localeContent }) => (
            <BannerPreview content={{ defaultLocale, profileJson, localeContent }} theme={theme} />
          )}
        </Load>
      </Panel>
      <Untranslated locales={locales} catalogue={catalogue} />
      {wanted.length === 0 && <Notice title={text.allLive} />}
      <ErrorNotice error={publish.error} />
      <StepButtons onBack={onBack}>
        <Button
          variant="primary"
          isPending={publish.isPending}
          isDisabled={wanted.length === 0}
          onPress={() =>
            publish.mutate(
              { body: { ...choices, groups, theme } },
              {
                onSuccess: ({ data: { created, skipped } }) =>
                  onPublished({
                    created: created.map(({ group }) => group),
                    kept: [...new Set([...live.keys(), ...skipped])],
                  }),
              },
            )
          }
        >
          {text.publish(wanted.length)}
        </Button>
      </StepButtons>
    </>
  );
}

/** Names the cookies that visitors of some languages would read about in English. */
function Untranslated({ locales, catalogue }: Pick<StepProps['answers'], 'locales' | 'catalogue'>) {
  const text = useWords(words);
  const formats = useFormats();
  const entries = useResource('searchCookieCatalogue', { query: { locales: locales.join() } });
  const missing = (entries.data ?? [])
    .filter(({ id }) => catalogue.includes(id))
    .map(({ id, name = id, translations = {} }) => ({
      name,
      languages: locales.filter((locale) => translations[locale] === undefined),
    }))
    .filter(({ languages }) => languages.length > 0);
  if (missing.length === 0) return null;
  const languages = locales.filter((locale) => missing.some((cookie) => cookie.languages.includes(locale)));
  return (
    <Notice tone="warn" title={text.untranslated(missing.length)}>
      <div className="stack tight">
        <p>{formats.list(missing.map(({ name }) => name))}</p>
        <p>{text.untranslatedHelp(formats.list(languages.map(formats.language)))}</p>
      </div>
    </Notice>
  );
}
