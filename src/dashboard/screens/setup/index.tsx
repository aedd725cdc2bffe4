import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { knownCompany } from '../../app/known-company';
import { Button, Chip, Load, Page } from '../../components';
import { useLanguage, useWords } from '../../words';
import { Cookies } from './cookies';
import { Installed } from './installed';
import { Look, type Published } from './look';
import type { StepProps } from './step';
import { isIdentified, useAnswers } from './use-answers';
import { Visitors } from './visitors';
import { Who } from './who';
import { words } from './words';

const steps = ['who', 'visitors', 'cookies', 'look', 'install'] as const;
type Step = (typeof steps)[number];

/** Leads from an empty installation to a published banner on a page. */
export default function Setup() {
  const text = useWords(words);
  const suggestions = useResource('getSetupSuggestions');
  if (suggestions.data === undefined)
    return (
      <Page title={text.title} intro={text.intro}>
        <Load of={suggestions}>{() => null}</Load>
      </Page>
    );
  return <Steps suggestions={suggestions.data} />;
}

function Steps({ suggestions }: { readonly suggestions: DataOf<'getSetupSuggestions'> }) {
  const text = useWords(words);
  const language = useLanguage();
  const [search, setSearch] = useSearchParams();
  const [, leaveFor] = useLocation();
  const [answers, change, forget] = useAnswers({
    controllerName: knownCompany(suggestions),
    privacyUrl: '',
    locales: suggestions.locales.filter((locale) => locale === language).slice(0, 1),
    groups: ['opt-in', 'opt-in-exempt', 'opt-out-strict'],
    catalogue: ['express-connect-sid'],
    position: 'bottom-left',
    colour: '#1a1c20',
  });
  const complete = useAction('completeSetup', ['getSetupStatus']);
  const wanted = steps.find((candidate) => candidate === search.get('step')) ?? 'who';
  // A link can lead to a later step without the answers before it.
  const [mayGoOn, setMayGoOn] = useState(() => isIdentified(answers));
  const step = wanted === 'install' || mayGoOn ? wanted : 'who';
  const go = (next: Step) => {
    setMayGoOn(true);
    setSearch(next === 'who' ? {} : { step: next });
  };
  const number = steps.indexOf(step);
  const props: StepProps = {
    answers,
    change,
    onBack: () => go(steps[number - 1] ?? 'who'),
    onNext: () => go(steps[number + 1] ?? 'install'),
  };
  const [published, setPublished] = useState<Published | null>(null);
  const finish = (result: Published) => {
    setPublished(result);
    complete.mutate({});
    forget();
    go('install');
  };
  const skip = () => {
    complete.mutate({});
    leaveFor('/banners');
  };
  return (
    <Page
      key={step}
      title={text.titles[step]}
      status={<Chip>{text.progress(number + 1, steps.length)}</Chip>}
      intro={text.intros[step]}
      actions={
        step !== 'install' && (
          <Button variant="quiet" onPress={skip}>
            {text.skip}
          </Button>
        )
      }
    >
      {step === 'who' && <Who {...props} locales={suggestions.locales} />}
      {step === 'visitors' && <Visitors {...props} />}
      {step === 'cookies' && <Cookies {...props} />}
      {step === 'look' && <Look {...props} onPublished={finish} />}
      {step === 'install' && <Installed published={published} />}
    </Page>
  );
}
