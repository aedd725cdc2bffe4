import { type ReactNode, useState } from 'react';
import { useSession } from '../../../app/session';
import { Button, Chip, type Column, Empty, Panel, SelectField, Table } from '../../../components';
import { useSharedWords, useWords } from '../../../words';
import type { Editor } from '../edits/use-editor';
import { FindingList } from '../findings/finding-list';
import { useFindings } from '../findings/use-findings';
import { useGoToText } from '../findings/use-go-to-text';
import { AddCookie } from './add-cookie';
import { AddCategory, CategoryMenu } from './category-menu';
import { CookieDialog } from './cookie-dialog';
import {
  type Category,
  type Cookie,
  type CookieEditor,
  categoryOf,
  categoryPath,
  listCategories,
} from './cookie-edits';
import { CookieMenu } from './cookie-menu';
import { Services } from './services';
import { useLifetime } from './use-lifetime';
import { words } from './words';

/** The cookies of a banner by category, with the texts that visitors read about them. */
export function Cookies({ editor }: { readonly editor: Editor }) {
  const { can } = useSession();
  const findings = useFindings(editor.content);
  const goToText = useGoToText();
  return (
    <div className="stack">
      <CookieCategories editor={editor} mayEdit={can('profiles:update')}>
        <FindingList findings={findings} onGo={goToText} />
      </CookieCategories>
      <Services editor={editor} mayEdit={can('profiles:update')} />
    </div>
  );
}

/** The cookies of a banner or of a list, by category. @param children above them */
export function CookieCategories({
  editor,
  mayEdit,
  children,
}: Omit<PartProps, 'onEdit'> & { readonly children?: ReactNode }) {
  const text = useWords(words);
  const [adding, setAdding] = useState<'cookie' | 'category' | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const { profileJson } = editor.content;
  const cookies = Object.entries(profileJson.cookies ?? {});
  const loose = cookies.filter(([id]) => categoryOf(profileJson, id) === null);
  const props = { editor, mayEdit, onEdit: setEdited };
  return (
    <div className="stack">
      <div className="row between">
        <p className="muted">{text.intro}</p>
        {mayEdit && (
          <div className="row">
            <Button onPress={() => setAdding('category')}>{text.addCategory}</Button>
            <Button icon="add" onPress={() => setAdding('cookie')}>
              {text.add}
            </Button>
          </div>
        )}
      </div>
      {children}
      {listCategories(profileJson).map(([id, category]) => (
        <CategoryPanel key={id} {...props} id={id} category={category} />
      ))}
      {loose.length > 0 && (
        <Panel title={text.uncategorised} isFlush>
          <CookieTable {...props} label={text.uncategorised} cookies={loose} />
        </Panel>
      )}
      {adding === 'cookie' && <AddCookie editor={editor} onClose={() => setAdding(null)} />}
      {adding === 'category' && <AddCategory editor={editor} onClose={() => setAdding(null)} />}
      {edited !== null && <CookieDialog editor={editor} id={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

interface PartProps {
  readonly editor: CookieEditor;
  readonly mayEdit: boolean;
  readonly onEdit: (id: string) => void;
}

function CategoryPanel({
  id,
  category: { heading = id, legalBasis = 'consent', cookies: listed = [] },
  ...props
}: PartProps & { readonly id: string; readonly category: Category }) {
  const text = useWords(words);
  const { editor, mayEdit } = props;
  const cookies = listed.flatMap((cookie) => {
    const found = editor.content.profileJson.cookies?.[cookie];
    return found === undefined ? [] : [[cookie, found] as const];
  });
  return (
    <Panel
      title={heading}
      actions={
        <>
          <SelectField
            label={text.legalBasisOf(heading)}
            isLabelHidden
            value={legalBasis}
            isDisabled={!mayEdit}
            options={(['mandatory', 'consent', 'legitimate-interest'] as const).map((value) => ({
              value,
              label: text.legalBases[value],
            }))}
            onChange={(value) => editor.set([...categoryPath(id), 'legalBasis'], value)}
          />
          {mayEdit && <CategoryMenu editor={editor} id={id} heading={heading} />}
        </>
      }
      isFlush
    >
      {cookies.length === 0 ? (
        <Empty title={text.empty} />
      ) : (
        <CookieTable {...props} label={heading} cookies={cookies} />
      )}
    </Panel>
  );
}

type Entry = readonly [string, Cookie];

function CookieTable({
  label,
  cookies,
  editor,
  mayEdit,
  onEdit,
}: PartProps & { readonly label: string; readonly cookies: readonly Entry[] }) {
  const text = useWords(words);
  const { actions, states } = useSharedWords();
  const lifetime = useLifetime();
  const columns: readonly Column<Entry>[] = [
    {
      id: 'name',
      title: text.name,
      cell: ([id, { name = id, description }]) => (
        <>
          {name}
          {description !== undefined && <span className="muted small block">{description}</span>}
        </>
      ),
    },
    {
      id: 'provider',
      title: text.provider,
      share: 20,
      from: 'medium',
      cell: ([, { provider }]) => provider ?? states.unknown,
    },
    {
      id: 'lifetime',
      title: text.lifetime,
      share: 14,
      from: 'medium',
      cell: ([, { maxAgeSeconds, duration }]) => lifetime(maxAgeSeconds) ?? duration ?? states.unknown,
    },
    {
      id: 'purpose',
      title: text.purpose,
      share: 18,
      from: 'wide',
      cell: ([, { purpose, listenGpc }]) => (
        <span className="row">
          {text.purposes[purpose]}
          {listenGpc && <Chip>{text.signal}</Chip>}
        </span>
      ),
    },
    {
      id: 'actions',
      title: actions.more,
      share: 8,
      isTitleHidden: true,
      isNumber: true,
      cell: ([id, { name = id }]) =>
        mayEdit && <CookieMenu editor={editor} id={id} name={name} onEdit={() => onEdit(id)} />,
    },
  ];
  return <Table label={label} rows={cookies} keyOf={([id]) => id} columns={columns} />;
}
