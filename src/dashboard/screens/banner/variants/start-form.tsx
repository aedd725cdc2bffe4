import { useMemo, useState } from 'react';
import { isApiError } from '../../../api/errors';
import { useMutationOnce } from '../../../api/use-mutation-once';
import { useAction, useInvalidate, useResource } from '../../../api/use-resource';
import { Button, ErrorNotice, Notice, Panel, RadioField, useTell } from '../../../components';
import { usePreview } from '../../../preview/use-preview';
import { useFormats, useWords } from '../../../words';
import { EditorPreview } from '../editor-preview';
import type { Content, Profile } from '../edits/content';
import { words as editWords } from '../edits/words';
import { FindingList } from '../findings/finding-list';
import type { Findings } from '../findings/use-findings';
import { words as lookWords } from '../look/words';
import { SavedMeanwhile } from '../versions/saved-meanwhile';
import {
  emptyDraft,
  findPreset,
  isEmpty,
  sameIn,
  toInput,
  toVaried,
  type VariantDraft,
  variantIds,
} from './drafts';
import type { Drafts } from './use-drafts';
import { VariantFields } from './variant-fields';
import { words } from './words';

const goals = ['accepted', 'answered'] as const;

/** Writes the variants of an experiment, with a preview of each, and starts it. */
export function StartForm({
  profile,
  content,
  drafts: { written, write: setWritten, restoredAt },
}: {
  readonly profile: Profile;
  readonly content: Content;
  readonly drafts: Drafts;
}) {
  const text = useWords(words);
  const edits = useWords(editWords);
  const formats = useFormats();
  const tell = useTell();
  const { version, drafts } = written ?? { version: profile.version, drafts: [emptyDraft] };
  const setDrafts = (next: readonly VariantDraft[]) => setWritten({ version, drafts: next });
  const [chosen, setShown] = useState(0);
  // There are fewer after some were discarded or removed.
  const shown = Math.min(chosen, drafts.length - 1);
  const [goal, setGoal] = useState<(typeof goals)[number]>('accepted');
  const draft = drafts[shown] ?? emptyDraft;
  const varied = useMemo(() => toVaried(content, draft), [content, draft]);
  const preview = usePreview(varied);
  const theme = findPreset(draft)?.theme;
  const start = useAction('startExperiment', [
    'listExperiments',
    'getProfile',
    'listProfileVersions',
    'listProfiles',
    'listPublications',
    'listUiTemplates',
  ]);
  const toTemplates = useLooks(content);
  const change = (next: VariantDraft) =>
    setDrafts(drafts.map((other, index) => (index === shown ? next : other)));
  const unchanged = isEmpty(content, draft) ? [] : sameIn(content, draft);
  const invalidate = useInvalidate();

  const begin = async () => {
    const looks = await toTemplates(drafts);
    // A look that was made stays chosen, should the start fail.
    setDrafts(drafts.map((own, index) => ({ ...own, look: looks[index] ? `template:${looks[index]}` : '' })));
    const variants = drafts.map((own, index) => toInput(own, looks[index]));
    await start.mutateAsync({
      params: { id: profile.id },
      body: { goal, variants },
      ifMatch: `"${version}"`,
    });
    setWritten(null);
    tell(text.started);
  };
  const beginning = useMutationOnce<void, void>({ mutationFn: begin });
  const { error } = beginning;
  // A start saves a version of its own.
  const isOutdated = version !== profile.version && !beginning.isPending;
  const isReady = !isOutdated && drafts.every((own) => !isEmpty(content, own));
  const refused = isApiError(error, 'profile_invalid') ? (error.body as unknown as Findings) : undefined;
  const readAgain = async () => {
    await invalidate('getProfile', 'listProfileVersions', 'listExperiments');
    beginning.reset();
  };
  return (
    <div className="editor">
      <div className="stack">
        {restoredAt !== null && !isOutdated && (
          <Notice
            title={edits.restored(formats.dateTime(restoredAt))}
            action={<Button onPress={() => setWritten(null)}>{text.discard}</Button>}
          />
        )}
        {isOutdated && (
          <Notice
            tone="warn"
            title={text.writtenBefore}
            action={
              <>
                <Button onPress={() => setWritten(null)}>{text.discard}</Button>
                <Button onPress={() => setWritten({ version: profile.version, drafts })}>
                  {text.adopt(profile.version)}
                </Button>
              </>
            }
          >
            {text.writtenBeforeText(version, profile.version)}
          </Notice>
        )}
        <Panel title={text.start}>
          <div className="stack">
            <p>{text.startText}</p>
            <div className="row" role="group" aria-label={text.variants}>
              {drafts.map((_draft, index) => (
                <Button
                  key={variantIds[index]}
                  variant={index === shown ? 'primary' : 'secondary'}
                  aria-pressed={index === shown}
                  onPress={() => setShown(index)}
                >
                  {text.variant(variantIds[index] ?? '')}
                </Button>
              ))}
              {drafts.length < variantIds.length && (
                <Button
                  icon="add"
                  variant="quiet"
                  onPress={() => {
                    setDrafts([...drafts, emptyDraft]);
                    setShown(drafts.length);
                  }}
                >
                  {text.add}
                </Button>
              )}
              {drafts.length > 1 && (
                <Button
                  variant="quiet"
                  onPress={() => {
                    setDrafts(drafts.filter((_other, index) => index !== shown));
                    setShown(0);
                  }}
                >
                  {text.remove(variantIds[shown] ?? '')}
                </Button>
              )}
            </div>
          </div>
        </Panel>
        <FindingList findings={refused ?? preview.findings} />
        {unchanged.length > 0 && (
          <Notice title={text.sameIn(formats.list(unchanged.map((tag) => formats.language(tag))))} />
        )}
        <VariantFields key={shown} content={content} draft={draft} onChange={change} />
        <Panel title={text.goal}>
          <div className="stack">
            <RadioField
              label={text.goalLabel}
              value={goal}
              onChange={setGoal}
              options={goals.map((value) => ({
                value,
                label: text.goals[value],
                help: text.goalHelp[value],
              }))}
            />
            <p className="muted small">{text.law}</p>
            {refused !== undefined ? (
              <Notice tone="danger" title={text.refused(listVariants(refused))}>
                {text.refusedText}
              </Notice>
            ) : isApiError(error, 'version_conflict') ? (
              <SavedMeanwhile error={error} onReview={readAgain} />
            ) : (
              <ErrorNotice error={error} />
            )}
            <div>
              <Button
                variant="primary"
                isDisabled={!isReady}
                isPending={beginning.isPending}
                onPress={() => beginning.mutate()}
              >
                {text.startAction}
              </Button>
            </div>
          </div>
        </Panel>
      </div>
      <EditorPreview preview={preview} {...(theme && { theme })} />
    </div>
  );
}

/** Lists the variants that findings are about. */
const listVariants = ({ errors }: Findings): string =>
  [...new Set(errors.map(({ variant = '' }) => variant))].join(', ');

/** Returns a function that makes the looks of drafts, where they do not exist yet, and returns their ids. */
function useLooks(content: Content) {
  const { presetNames } = useWords(lookWords);
  const templates = useResource('listUiTemplates');
  const create = useAction('createUiTemplate', ['listUiTemplates']);
  const own = templates.data?.find(({ id }) => id === content.profileJson.uiTemplateId);
  return async (drafts: readonly VariantDraft[]): Promise<readonly (string | undefined)[]> => {
    const ids: (string | undefined)[] = [];
    for (const draft of drafts) {
      const preset = findPreset(draft);
      if (preset === undefined) ids.push(draft.look.split(':')[1]);
      else {
        const { mainBanner, preferenceModal } = own ?? {};
        const { data } = await create.mutateAsync({
          body: {
            name: presetNames[preset.id],
            theme: preset.theme,
            ...(mainBanner && { mainBanner: { ...mainBanner, position: preset.position } }),
            ...(preferenceModal && { preferenceModal }),
          },
        });
        ids.push(data.id);
      }
    }
    return ids;
  };
}
