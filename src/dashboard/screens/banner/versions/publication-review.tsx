import { useMemo } from 'react';
import { type DataOf, useResource } from '../../../api/use-resource';
import { Load, Notice } from '../../../components';
import { VersionPreviews } from '../../../preview/version-previews';
import { useFormats, useSharedWords, useWords } from '../../../words';
import { type Profile, toContent } from '../edits/content';
import { useFieldName } from '../fields/field-names';
import { FindingList } from '../findings/finding-list';
import { useFindings } from '../findings/use-findings';
import { words as variantWords } from '../variants/words';
import { Differences } from './differences';
import { EndsExperiment } from './ends-experiment';
import type { Diff } from './noticeable';
import { useDecisionCount } from './use-decision-count';
import { words } from './words';

type Summary = Extract<DataOf<'listProfiles'>[number], { readonly missingTexts: unknown }>;

/**
 * Returns what visitors would notice of the current version; without data for a first publication, and where they have it
 * already, because somebody has published it meanwhile.
 */
export function usePublicationDiff({ id, version, isActive, publishedVersion }: Profile) {
  const isUpdate = isActive && publishedVersion !== null;
  const isLive = isActive && publishedVersion === version;
  const diff = useResource(
    'diffProfileVersions',
    { params: { id, a: String(publishedVersion ?? version), b: String(version) } },
    { enabled: isUpdate && !isLive },
  );
  /** Whether everything is known on which a publication is decided. */
  const isKnown = !isUpdate || isLive || diff.data !== undefined;
  return { diff, isUpdate, isLive, isKnown };
}

/** Shows everything on which a publication is decided: changes, outdated texts, previews, findings. */
export function PublicationReview({ profile }: { readonly profile: Profile }) {
  const { diff, isUpdate, isLive } = usePublicationDiff(profile);
  const versions = useResource('listProfileVersions', { params: { id: profile.id } });
  const content = useMemo(() => toContent(profile), [profile]);
  const findings = useFindings(content);
  return (
    <>
      {isUpdate && !isLive && <Load of={diff}>{(found) => <Effects diff={found} profile={profile} />}</Load>}
      {isUpdate && <EndsExperiment id={profile.id} />}
      {!isUpdate && <FirstTime profile={profile} />}
      <Outdated profile={profile} />
      <Load of={versions}>{(list) => <Previews profile={profile} versions={list} />}</Load>
      <FindingList findings={findings} />
    </>
  );
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
      <Differences id={profile.id} diff={diff} />
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

/** The live version and the new one, to the same visitor; of an experiment, each variant. */
function Previews({
  profile: { id, version, isActive, publishedVersion, defaultLocale },
  versions,
}: {
  readonly profile: Profile;
  readonly versions: DataOf<'listProfileVersions'>;
}) {
  const text = useWords(words);
  const { variant: ofVariant } = useWords(variantWords);
  const shown = isActive && publishedVersion !== version ? [publishedVersion, version] : [version];
  const names = shown.length > 1 ? [text.before, text.after] : [];
  return (
    <section className="stack">
      <h3>{text.preview}</h3>
      <VersionPreviews
        key={shown.join('-')}
        id={id}
        defaultLocale={defaultLocale}
        versions={shown.flatMap((number, index) => {
          const found = versions.find((entry) => entry.version === number);
          if (found === undefined) return [];
          const { version: own, locales, variants } = found;
          const name = names[index] && `${names[index]}: ${text.version(own)}`;
          if (variants.length === 0) return [{ version: own, locales, ...(name && { name }) }];
          return variants.map(({ id: variant }) => ({
            version: own,
            locales,
            variant,
            name: [name, ofVariant(variant)].filter(Boolean).join(', '),
          }));
        })}
      />
    </section>
  );
}

/** Visitors see all texts for the first time, so this names only the banner that is replaced, and what that means. */
function FirstTime({ profile: { id, complianceGroup } }: { readonly profile: Profile }) {
  const text = useWords(words);
  const formats = useFormats();
  const { groups } = useSharedWords();
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  const replaced = ((profiles.data ?? []) as readonly Summary[]).find(
    (other) => other.isActive && other.complianceGroup === complianceGroup && other.id !== id,
  );
  const count = useDecisionCount(replaced?.id);
  const group = complianceGroup === null ? null : (groups[complianceGroup] ?? complianceGroup);
  return (
    <div className="stack tight">
      {group !== null && <p>{text.goesLive(group)}</p>}
      {replaced && (
        <Notice tone="warn" title={text.replaces(replaced.name)}>
          {text.replacedChoices(count, formats.number(count ?? 0))}
        </Notice>
      )}
      {replaced && <EndsExperiment id={replaced.id} />}
    </div>
  );
}
