import type { DataOf } from '../../api/use-resource';
import { useCategoryName } from '../../app/category-names';
import { Chip } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

type Decision = DataOf<'listConsents'>['items'][number]['consentJson'];

/** A visitor's decision: everything, nothing, or each category. */
export function DecisionChips({
  decision,
  profileId,
  names,
}: {
  readonly decision: Decision;
  /** The banner of the decision, which names the categories. */
  readonly profileId: string;
  /** How the visitor read the names, in the language of the banner. Default: as they are called today. */
  readonly names?: { readonly category: (id: string) => string; readonly lang: string | undefined };
}) {
  const text = useWords(words);
  const nameOf = useCategoryName();
  const entries = Object.entries(decision);
  const isEach = (wanted: string) => entries.every(([, state]) => state === wanted);
  if (entries.length === 0) return <Chip>{text.noticeSeen}</Chip>;
  if (isEach('granted')) return <Chip tone="ok">{text.allGranted}</Chip>;
  return entries.map(([category, state]) => (
    <Chip key={category} tone={state === 'granted' ? 'ok' : 'neutral'}>
      {names === undefined ? (
        nameOf(category, profileId)
      ) : (
        <span lang={names.lang}>{names.category(category)}</span>
      )}
      : {text.states[state]}
    </Chip>
  ));
}
