import { Link, useParams } from 'wouter';
import { useResource } from '../../api/use-resource';
import { Load, Page, Panel } from '../../components';
import { VersionPreviews } from '../../preview/version-previews';
import { useSharedWords, useWords } from '../../words';
import { words } from './words';

/** The newest version of a banner as visitors would see it. */
export default function BannerPreviewScreen() {
  const text = useWords(words);
  const { nav } = useSharedWords();
  const { id = '' } = useParams<{ readonly id: string }>();
  const profile = useResource('getProfile', { params: { id } });
  return (
    <Page
      title={text.title}
      trail={
        <>
          <Link href="/banners">{nav.banners}</Link> /{' '}
          <Link href={`/banners/${id}`}>{profile.data?.name ?? '…'}</Link>
        </>
      }
      intro={profile.data === undefined ? text.intro : text.introOf(profile.data.version)}
    >
      <Panel>
        <Load of={profile}>
          {({ version, defaultLocale, profileJson }) => (
            <VersionPreviews
              key={version}
              id={id}
              versions={[{ version, locales: profileJson.locales ?? [] }]}
              defaultLocale={defaultLocale}
              isInteractive
            />
          )}
        </Load>
      </Panel>
    </Page>
  );
}
