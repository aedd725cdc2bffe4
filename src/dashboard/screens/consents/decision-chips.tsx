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
}: {
  readonly decision: Decision;
  /** The banner of the decision, which names the categories. */
  readonly profileId: string;
}) {
  const text = useWords(words);
  const nameOf = useCategoryName();
  const entries = Object.entries(decision);
  const isEach = (wanted: string) => entries.every(([, state]) => state === wanted);
  if (entries.length === 0) return <Chip>{text.noticeSeen}</Chip>;
  if (isEach('granted')) return <Chip tone="ok">{text.allGranted}</Chip>;
  return entries.map(([category, state]) => (
    <Chip key={category} tone={state === 'granted' ? 'ok' : 'neutral'}>
      {nameOf(category, profileId)}: {text.states[state]}
    </Chip>
  ));
}
