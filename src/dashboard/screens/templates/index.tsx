import { useState } from 'react';
import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { AtOnce, Button, Empty, LinkButton, Load, Page, Panel, Table } from '../../components';
import { useFormats, useWords } from '../../words';
import { CreateDialog } from './create-dialog';
import { words } from './words';

type Kind = 'looks' | 'cookies';

/** What several banners can share: looks and lists of cookies. */
export default function Templates() {
  const text = useWords(words);
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
      actions={<LinkButton to="/catalogue">{text.catalogue}</LinkButton>}
    >
      <AtOnce>
        <Panel title={text.looks} actions={create('looks', text.newLook)} isFlush>
          <Load of={looks}>
            {(list) => (
              <TemplateTable kind="looks" label={text.looks} templates={list} empty={text.noLooks} />
            )}
          </Load>
        </Panel>
        <Panel title={text.cookieLists} actions={create('cookies', text.newList)} isFlush>
          <Load of={lists}>
            {(list) => (
              <TemplateTable kind="cookies" label={text.cookieLists} templates={list} empty={text.noLists} />
            )}
          </Load>
        </Panel>
      </AtOnce>
      {created !== null && <CreateDialog kind={created} onClose={() => setCreated(null)} />}
    </Page>
  );
}

type Template = DataOf<'listUiTemplates'>[number] | DataOf<'listConsentTemplates'>[number];

function TemplateTable({
  kind,
  label,
  templates,
  empty,
}: {
  readonly kind: Kind;
  readonly label: string;
  readonly templates: readonly Template[];
  readonly empty: string;
}) {
  const text = useWords(words);
  const formats = useFormats();
  if (templates.length === 0) return <Empty title={empty} />;
  return (
    <Table
      label={label}
      rows={templates}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          title: text.name,
          cell: ({ id, name }) => <Link href={`/templates/${kind}/${id}`}>{name}</Link>,
        },
        {
          id: 'content',
          title: kind === 'cookies' ? text.cookies : text.colour,
          isNumber: kind === 'cookies',
          from: 'medium',
          cell: (template) =>
            'cookies' in template ? (
              formats.number(Object.keys(template.cookies).length)
            ) : (
              <span className="mono">{template.theme.light?.primary ?? text.standard}</span>
            ),
        },
        { id: 'changed', title: text.changed, cell: ({ updatedAt }) => formats.relative(updatedAt) },
      ]}
    />
  );
}
