import { useState } from 'react';
import { useCategoryName } from '../../app/category-names';
import { FormDialog, SelectField, TextAreaField } from '../../components';
import { useWords } from '../../words';
import type { Banner, ListingItem, Unlisted } from './finding';
import { byPurpose, commonCategories, suggestCategory, toItem } from './suggestion';
import { unlistedWords } from './unlisted-words';

interface ListDialogProps {
  readonly items: readonly Unlisted[];
  /** Banners that will list them. */
  readonly banners: readonly Banner[];
  readonly onList: (items: readonly ListingItem[]) => void;
  readonly onClose: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

interface Answer {
  readonly category: string;
  readonly description: string;
}

/** Asks for the categories of several things, and for texts where the cookie catalogue has none. */
export function ListDialog({ items, banners, onList, onClose, isPending, error }: ListDialogProps) {
  const own = useWords(unlistedWords);
  const [answers, setAnswers] = useState<Readonly<Record<string, Partial<Answer>>>>({});
  const answerOf = (item: Unlisted): Answer => ({
    category: suggestCategory(item, banners) ?? '',
    description: '',
    ...answers[item.id],
  });
  const isAnswered = (item: Unlisted) => {
    const { category, description } = answerOf(item);
    return category !== '' && (item.match?.description != null || description.trim() !== '');
  };
  const [first] = items;
  return (
    <FormDialog
      title={items.length === 1 && first ? own.listNamed(first.name) : own.listSeveral(items.length)}
      onClose={onClose}
      action={own.save}
      onSubmit={() => onList(items.map((item) => toItem(item, answerOf(item))))}
      isReady={items.every(isAnswered)}
      isPending={isPending}
      error={error}
    >
      <p>{own.saveText(banners.map(({ name }) => name))}</p>
      {items.map((item) => (
        <ItemFields
          key={item.id}
          item={item}
          banners={banners}
          isNamed={items.length > 1}
          answer={answerOf(item)}
          onChange={(part) => setAnswers({ ...answers, [item.id]: { ...answers[item.id], ...part } })}
        />
      ))}
    </FormDialog>
  );
}

function ItemFields({
  item: { name, match },
  banners,
  isNamed,
  answer,
  onChange,
}: {
  readonly item: Unlisted;
  readonly banners: readonly Banner[];
  readonly isNamed: boolean;
  readonly answer: Answer;
  readonly onChange: (part: Partial<Answer>) => void;
}) {
  const own = useWords(unlistedWords);
  const nameOf = useCategoryName();
  const common = commonCategories(banners);
  const isDescribed = match?.description != null;
  const canBeByPurpose = isDescribed && suggestCategory({ match }, banners) === byPurpose;
  const only = banners.length === 1 ? banners[0]?.profileId : undefined;
  const label = (field: string) => (isNamed ? `${field}: ${name}` : field);
  return (
    <div className="stack tight">
      <SelectField
        label={label(own.category)}
        value={answer.category}
        onChange={(category) => onChange({ category })}
        options={[
          ...(answer.category === '' ? [{ value: '', label: own.choose }] : []),
          ...(canBeByPurpose ? [{ value: byPurpose, label: own.byPurpose }] : []),
          ...common.map((id) => ({ value: id, label: nameOf(id, only) })),
        ]}
        help={common.length === 0 ? own.noCommon : undefined}
      />
      {isDescribed ? (
        <p className="muted small" lang="en">
          {match?.description}
        </p>
      ) : (
        <TextAreaField
          label={label(own.description)}
          help={own.describeIt}
          rows={2}
          maxLength={5000}
          value={answer.description}
          onChange={(description) => onChange({ description })}
        />
      )}
    </div>
  );
}
