import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { useOpened } from '../../app/use-opened';
import { Button, Empty, LinkButton, Load, Page } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { BannerTable } from './banner-table';
import { NewBanner } from './new-banner';
import type { Summary } from './summary';
import { words } from './words';

/** All banners, with fields that narrow the list. */
export default function Banners() {
  const text = useWords(words);
  const { nav } = useSharedWords();
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  const { can } = useSession();
  const mayCreate = can('profiles:create');
  const [isCreating, setCreating] = useOpened(mayCreate);
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        <>
          <LinkButton to="/translations">{nav.translations}</LinkButton>
          {mayCreate && (
            <Button variant="primary" icon="add" onPress={() => setCreating(true)}>
              {text.create}
            </Button>
          )}
        </>
      }
    >
      <Load of={profiles}>
        {(list) =>
          list.length === 0 ? (
            <Empty
              title={text.empty}
              action={can('settings:update') && <LinkButton to="/setup">{nav.setup}</LinkButton>}
            >
              {text.emptyText}
            </Empty>
          ) : (
            <BannerTable banners={list as readonly Summary[]} />
          )
        }
      </Load>
      {isCreating && profiles.data && (
        <NewBanner banners={profiles.data as readonly Summary[]} onClose={() => setCreating(false)} />
      )}
    </Page>
  );
}
