import { useMemo, useState } from 'react';
import { isApiError } from '../../../api/errors';
import { type DataOf, useAction, useInvalidate, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import {
  Button,
  Dialog,
  ErrorNotice,
  Load,
  Notice,
  RadioField,
  TextField,
  useTell,
} from '../../../components';
import { VersionPreviews } from '../../../preview/version-previews';
import { useFormats, useSharedWords, useWords } from '../../../words';
import { type Profile, toContent } from '../edits/content';
import { useFieldName } from '../fields/field-names';
import { FindingList } from '../findings/finding-list';
import { useFindings } from '../findings/use-findings';
import { type Diff, Differences } from './differences';
import { suggestsAskingAgain } from './suggests-asking-again';
import { words } from './words';

type Summary = Extract<DataOf<'listProfiles'>[number], { readonly missingTexts: unknown }>;

/** Shows what visitors will see change and what the rules find, and publishes exactly the version that was shown. */
export function PublishDialog({
  profile,
  onClose,
  onPublished,
}: {
  readonly profile: Profile;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}) {
  const { id, version, isActive, publishedVersion } = profile;
  const isUpdate = isActive && publishedVersion !== null;
  const diff = useResource(
    'diffProfileVersions',
    { params: { id, a: String(publishedVersion ?? version), b: String(version) } },
    { enabled: isUpdate && publishedVersion !== version },
  );
  const versions = useResource('listProfileVersions', { params: { id } });
  const text = useWords(words);
  const tell = useTell();
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<'keep' | 'ask' | null>(null);
  const publish = useAction('activateProfile', [
    'listProfiles',
    'getProfile',
    'listProfileVersions',
    'listPublications',
    'getComplianceCoverage',
  ]);
  const invalidate = useInvalidate();
  const isMarked = (versions.data ?? []).some(
    (entry) => entry.requireReconsent && entry.version > (publishedVersion ?? 0),
  );
  const isSuggested = diff.data !== undefined && suggestsAskingAgain(diff.data, profile.defaultLocale);
  const decision = chosen ?? (isMarked || isSuggested ? 'ask' : 'keep');
  const content = useMemo(() => toContent(profile), [profile]);
  const findings = useFindings(content);
  const chosenSoFar = useChosenSoFar(id);
  const isLate = isApiError(publish.error, 'version_conflict');

  const send = () =>
    publish.mutate(
      {
        params: { id },
        body: { requireReconsent: decision === 'ask', ...(note.trim() === '' ? {} : { note: note.trim() }) },
        ifMatch: `"${version}"`,
      },
      {
        onSuccess: () => {
          tell(text.published(version), { about: id });
          onPublished();
        },
      },
    );
  const reviewAgain = async () => {
    await invalidate('getProfile', 'listProfileVersions');
    publish.reset();
    setChosen(null);
  };
  return (
    <Dialog
      title={text.publishOf(profile.name, version)}
      size="large"
      isOpen
      isPending={publish.isPending}
      onClose={onClose}
      footer={
        <>
          <Button isDisabled={publish.isPending} onPress={onClose}>
            {text.notNow}
          </Button>
          <Button
            variant="primary"
            onPress={send}
            isPending={publish.isPending}
            isDisabled={isLate || (isUpdate && diff.data === undefined)}
          >
            {text.publish(version)}
          </Button>
        </>
      }
    >
      {isUpdate ? <Load of={diff}>{(found) => <Effects diff={found} profile={profile} />}</Load> : null}
      {!isUpdate && <FirstTime profile={profile} />}
      <Outdated profile={profile} />
      <Load of={versions}>{(list) => <Previews profile={profile} versions={list} />}</Load>
      <FindingList findings={findings} />
      <RadioField
        label={text.earlierChoices}
        value={decision}
        onChange={setChosen}
        options={[
          { value: 'keep', label: text.keepChoices, help: text.keepChoicesHelp },
          {
            value: 'ask',
            label: text.askAgain,
            help: [isSuggested ? text.askAgainSuggested : text.askAgainHelp, chosenSoFar].join(' '),
          },
        ]}
      />
      <TextField label={text.note} help={text.noteHelp} value={note} onChange={setNote} maxLength={1000} />
      {isLate ? <SavedMeanwhile error={publish.error} onReview={reviewAgain} /> : null}
      {!isLate && <ErrorNotice error={publish.error} />}
    </Dialog>
  );
}

/** Says how many visitors would be asked again; nothing to users who may not know. */
function useChosenSoFar(profileId: string): string {
  const text = useWords(words);
  const formats = useFormats();
  const { can } = useSession();
  const consents = useResource(
    'listConsents',
    { query: { profileId, limit: 1 } },
    { enabled: can('consents:read') },
  );
  const total = consents.data?.total;
  return total === undefined || total === null ? '' : text.chosenSoFar(total, formats.number(total));
}

function Effects({ diff, profile }: { readonly diff: Diff; readonly profile: Profile }) {
  const text = useWords(words);
  const formats = useFormats();
  return (
    <section className="stack">
      <div>
        <h3>{text.willChange}</h3>
        <p className="muted">
          {text.againstLive(
            profile.publishedVersion ?? 0,
            profile.activatedAt && formats.date(profile.activatedAt),
          )}{' '}
          {text.caches}
        </p>
      </div>
      <Differences diff={diff} />
    </section>
  );
}

/** Names the languages whose visitors would read translations of an earlier text. */
function Outdated({ profile: { outdatedTexts = {}, defaultLocale } }: { readonly profile: Profile }) {
  const text = useWords(words);
  const formats = useFormats();
  const fieldName = useFieldName();
  const languages = Object.entries(outdatedTexts);
  if (languages.length === 0) return null;
  return (
    <Notice tone="warn" title={text.outdated(formats.language(defaultLocale))}>
      <div className="stack tight">
        <dl className="facts">
          {languages.map(([locale, texts]) => (
            <div key={locale}>
              <dt>{formats.language(locale)}</dt>
              <dd>{formats.list(Object.keys(texts).map(fieldName))}</dd>
            </div>
          ))}
        </dl>
        <p>{text.outdatedHelp}</p>
      </div>
    </Notice>
  );
}

/** The live version and the new one, to the same visitor. */
function Previews({
  profile: { id, version, isActive, publishedVersion, defaultLocale },
  versions,
}: {
  readonly profile: Profile;
  readonly versions: DataOf<'listProfileVersions'>;
}) {
  const text = useWords(words);
  const shown = isActive ? [publishedVersion, version] : [version];
  const names = shown.length > 1 ? [text.before, text.after] : [];
  return (
    <section className="stack">
      <h3>{text.preview}</h3>
      <VersionPreviews
        key={shown.join('-')}
        id={id}
        defaultLocale={defaultLocale}
        versions={shown.flatMap((number, index) => {
          const { locales } = versions.find((entry) => entry.version === number) ?? {};
          const name = number !== null && names[index] && `${names[index]}: ${text.version(number)}`;
          return locales && number !== null ? [{ version: number, locales, ...(name && { name }) }] : [];
        })}
      />
    </section>
  );
}

/** What is published for the first time shows all its texts, so it names what it replaces instead. */
function FirstTime({ profile: { id, complianceGroup } }: { readonly profile: Profile }) {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  const replaced = ((profiles.data ?? []) as readonly Summary[]).find(
    (other) => other.isActive && other.complianceGroup === complianceGroup && other.id !== id,
  );
  const group = complianceGroup === null ? null : (groups[complianceGroup] ?? complianceGroup);
  return (
    <div className="stack tight">
      {group !== null && <p>{text.goesLive(group)}</p>}
      {replaced && <Notice tone="warn" title={text.replaces(replaced.name)} />}
    </div>
  );
}

function SavedMeanwhile({ error, onReview }: { readonly error: unknown; readonly onReview: () => void }) {
  const text = useWords(words);
  const current = isApiError(error, 'version_conflict') ? error.body.version : undefined;
  return (
    <Notice
      tone="danger"
      title={text.savedMeanwhile(current ?? null)}
      action={<Button onPress={onReview}>{text.reviewAgain}</Button>}
    >
      <p>{text.nothingPublished}</p>
    </Notice>
  );
}
