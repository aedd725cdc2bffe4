import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { AtOnce, Button, Empty, LinkButton, Load, Page, Panel } from '../../components';
import { List } from '../../list';
import { useFormats, useSharedWords, useWords } from '../../words';
import { CreateDialog } from './create-dialog';
import { words } from './words';

type Kind = 'looks' | 'cookies';

/** The building blocks that several banners can share: looks and cookie lists. */
export default function Templates() {
  const text = useWords(words);
  const { nav } = useSharedWords();
  const { can } = useSession();
  const looks = useResource('listUiTemplates');
  const lists = useResource('listConsentTemplates');
  const [created, setCreated] = useState<Kind | null>(null);
  const create = (kind: Kind, label: string) =>
    can('templates:create') && (
      <Button icon="add" onPress={() => setCreated(kind)}>
        {label}
      </Button>
    );
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={<LinkButton to="/catalogue">{nav.catalogue}</LinkButton>}
    >
      <AtOnce>
        <Load of={looks}>
          {(list) => (
            <TemplateList
              kind="looks"
              label={text.looks}
              templates={list}
              empty={text.noLooks}
              actions={create('looks', text.newLook)}
            />
          )}
        </Load>
        <Load of={lists}>
          {(list) => (
            <TemplateList
              kind="cookies"
              label={text.cookieLists}
              templates={list}
              empty={text.noLists}
              actions={create('cookies', text.newList)}
            />
          )}
        </Load>
      </AtOnce>
      {created !== null && <CreateDialog kind={created} onClose={() => setCreated(null)} />}
    </Page>
  );
}

type Template = DataOf<'listUiTemplates'>[number] | DataOf<'listConsentTemplates'>[number];

function TemplateList({
  kind,
  label,
  templates,
  empty,
  actions,
}: {
  readonly kind: Kind;
  readonly label: string;
  readonly templates: readonly Template[];
  readonly empty: string;
  readonly actions: ReactNode;
}) {
  const text = useWords(words);
  const formats = useFormats();
  if (templates.length === 0)
    return (
      <Panel title={label} actions={actions} isFlush>
        <Empty title={empty} />
      </Panel>
    );
  return (
    <List
      name={kind}
      label={label}
      title={label}
      actions={actions}
      rows={templates}
      keyOf={({ id }) => id}
      textOf={({ name }) => name}
      columns={[
        {
          id: 'name',
          title: text.name,
          orderBy: ({ name }) => name,
          cell: ({ id, name }) => <Link href={`/templates/${kind}/${id}`}>{name}</Link>,
        },
        {
          id: 'content',
          title: kind === 'cookies' ? text.cookies : text.colour,
          isNumber: kind === 'cookies',
          from: 'medium',
          ...(kind === 'cookies' && { orderBy: countCookies }),
          cell: (template) =>
            'cookies' in template ? (
              formats.number(countCookies(template))
            ) : (
              <span className="mono">{template.theme.light?.primary ?? text.standard}</span>
            ),
        },
        {
          id: 'changed',
          title: text.changed,
          orderBy: ({ updatedAt }) => updatedAt,
          isTime: true,
          cell: ({ updatedAt }) => formats.relative(updatedAt),
        },
      ]}
    />
  );
}

const countCookies = (template: Template) =>
  'cookies' in template ? Object.keys(template.cookies).length : 0;
