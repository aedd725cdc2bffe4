import { type InputOf, useResource } from '../../api/use-resource';
import { knownCompany } from '../../app/known-company';
import { Checkbox, Load, SelectField, TextField } from '../../components';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../words';
import type { Summary } from './summary';
import { words } from './words';

/** The operator's choices for the texts; undefined ones are as suggested. */
export interface StarterChoices {
  readonly group?: string;
  readonly company?: string;
  readonly locales?: readonly string[];
  readonly defaultLocale?: string;
}

type Seed = InputOf<'previewSeed'>['body'];

export interface Starter {
  readonly suggestions: ReturnType<typeof useResource<'getSetupSuggestions'>>;
  readonly values: Required<StarterChoices>;
  /** The values as a request; null while something is missing. */
  readonly seed: Seed | null;
}

/**
 * Completes the choices with suggestions: a group that has no live banner, and the languages of the dashboard and of live
 * banners.
 * @param isEnabled whether the user may create banners from our texts
 */
export function useStarter(
  banners: readonly Summary[],
  choices: StarterChoices,
  isEnabled: boolean,
): Starter {
  const { groups } = useSharedWords();
  const language = useLanguage();
  const suggestions = useResource('getSetupSuggestions', undefined, { enabled: isEnabled });
  const live = banners.filter(({ isActive }) => isActive);
  const isWanted = (tag: string) => tag === language || live.some(({ locales }) => locales.includes(tag));
  const known = suggestions.data ?? { controllerName: '', locales: [] };
  const locales = choices.locales ?? known.locales.filter(isWanted);
  const values = {
    group:
      choices.group ??
      Object.keys(groups).find((id) => live.every(({ complianceGroup }) => complianceGroup !== id)) ??
      'opt-in',
    company: choices.company ?? knownCompany(known),
    locales,
    defaultLocale:
      [choices.defaultLocale, language].find((tag) => tag && locales.includes(tag)) ?? locales[0] ?? '',
  };
  const { company, defaultLocale } = values;
  return {
    suggestions,
    values,
    seed:
      company.trim() === '' || defaultLocale === ''
        ? null
        : {
            group: values.group as Seed['group'],
            controllerName: company.trim(),
            locales: [defaultLocale, ...locales.filter((tag) => tag !== defaultLocale)],
          },
  };
}

/** Asks for what our texts must say: the group, the company and the languages. */
export function StarterFields({
  starter: { suggestions, values },
  onChange,
}: {
  readonly starter: Starter;
  readonly onChange: (changed: StarterChoices) => void;
}) {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const formats = useFormats();
  const { group, company, locales, defaultLocale } = values;
  return (
    <Load of={suggestions}>
      {(known) => (
        <>
          <SelectField
            label={text.group}
            help={text.groupHelp}
            value={group}
            onChange={(next) => onChange({ group: next })}
            options={Object.entries(groups).map(([value, label]) => ({ value, label }))}
          />
          <TextField
            label={text.company}
            help={text.companyHelp}
            path="controllerName"
            value={company}
            onChange={(next) => onChange({ company: next })}
            maxLength={200}
            autoComplete="organization"
          />
          <fieldset className="stack tight bare">
            <legend className="label">{text.languages}</legend>
            <div className="row">
              {known.locales.map((tag) => (
                <Checkbox
                  key={tag}
                  isSelected={locales.includes(tag)}
                  onChange={(isOn) =>
                    onChange({
                      locales: known.locales.filter((other) =>
                        other === tag ? isOn : locales.includes(other),
                      ),
                    })
                  }
                >
                  {formats.language(tag)}
                </Checkbox>
              ))}
            </div>
            <span className="help">{text.languagesHelp}</span>
          </fieldset>
          {locales.length > 1 && (
            <SelectField
              label={text.defaultLanguage}
              help={text.defaultLanguageHelp}
              value={defaultLocale}
              onChange={(next) => onChange({ defaultLocale: next })}
              options={locales.map((tag) => ({ value: tag, label: formats.language(tag) }))}
            />
          )}
        </>
      )}
    </Load>
  );
}
