import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { useAction } from '../../api/use-resource';
import { Button, Checkbox, ErrorNotice, Panel, ShowFaults, TextField } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { type StepProps, toggled } from './step';
import { words } from './words';

/** The controller, the address of the policy, and the languages. */
export function Who({
  answers,
  change,
  onNext,
  locales,
}: StepProps & { readonly locales: readonly string[] }) {
  const text = useWords(words);
  const { actions, states } = useSharedWords();
  const formats = useFormats();
  const [hasTried, setTried] = useState(false);
  // The service knows best which addresses are valid.
  const check = useAction('previewSeed');
  const { controllerName, privacyUrl } = answers;
  const missing = (value: string) => (hasTried && value.trim() === '' ? states.required : undefined);
  const hasLanguage = answers.locales.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (controllerName.trim() === '' || privacyUrl.trim() === '' || !hasLanguage) return;
    check.mutate(
      { body: { group: 'opt-in', privacyUrl: privacyUrl.trim(), controllerName: controllerName.trim() } },
      { onSuccess: onNext },
    );
  };
  return (
    <ShowFaults error={check.error}>
      <Form className="stack" onSubmit={submit}>
        <Panel>
          <div className="stack narrow">
            <TextField
              label={text.company}
              path="controllerName"
              help={text.companyHelp}
              value={controllerName}
              maxLength={200}
              autoComplete="organization"
              error={missing(controllerName)}
              onChange={(value) => change({ controllerName: value })}
            />
            <TextField
              label={text.policy}
              path="privacyUrl"
              help={text.policyHelp}
              value={privacyUrl}
              inputMode="url"
              error={missing(privacyUrl)}
              onChange={(value) => change({ privacyUrl: value })}
            />
          </div>
        </Panel>
        <Panel title={text.languages}>
          <div className="stack">
            <p className="muted">{text.languagesHelp}</p>
            <div className="form-line">
              {locales.map((locale) => (
                <Checkbox
                  key={locale}
                  isSelected={answers.locales.includes(locale)}
                  onChange={(isOn) => change({ locales: toggled(answers.locales, [locale], isOn) })}
                >
                  {formats.language(locale)}
                </Checkbox>
              ))}
            </div>
            {!hasLanguage && <p className="field-error">{text.noLanguage}</p>}
          </div>
        </Panel>
        <ErrorNotice error={check.error} />
        <div className="row end">
          <Button type="submit" variant="primary" isPending={check.isPending}>
            {actions.next}
          </Button>
        </div>
      </Form>
    </ShowFaults>
  );
}
