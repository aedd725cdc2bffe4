import type { ReactNode } from 'react';
import { Button } from '../../components';
import { useSharedWords } from '../../words';
import type { Answers } from './use-answers';

/** Properties of every step. */
export interface StepProps {
  readonly answers: Answers;
  readonly change: (changed: Partial<Answers>) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** The buttons to the previous and the next step. */
export function StepButtons({
  onBack,
  children,
}: {
  readonly onBack: () => void;
  readonly children: ReactNode;
}) {
  const { actions } = useSharedWords();
  return (
    <div className="row between">
      <Button onPress={onBack}>{actions.back}</Button>
      {children}
    </div>
  );
}

/** Returns a list with or without some of its values. */
export const toggled = <Value,>(
  list: readonly Value[],
  values: readonly Value[],
  isOn: boolean,
): readonly Value[] => [...list.filter((value) => !values.includes(value)), ...(isOn ? values : [])];
