import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, Load, Page } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { BannerStatus } from '../banners/banner-status';
import { PublishDialog } from './publish-dialog';
import { Versions } from './versions';
import { words } from './words';

/** One banner: what it is, its versions, and publishing. */
export default function Banner() {
  const { id = '' } = useParams<{ readonly id: string }>();
  const { nav } = useSharedWords();
  const profile = useResource('getProfile', { params: { id } });
  if (profile.data === undefined)
    return (
      <Page title={nav.banners} trail={<Link href="/banners">{nav.banners}</Link>}>
        <Load of={profile}>{() => null}</Load>
      </Page>
    );
  return <BannerPage key={id} profile={profile.data} />;
}

function BannerPage({ profile }: { readonly profile: DataOf<'getProfile'> }) {
  const text = useWords(words);
  const { nav, groups } = useSharedWords();
  const { can } = useSession();
  const [isPublishing, setPublishing] = useState(false);
  const group = profile.complianceGroup;
  const hasNews = !profile.isActive || profile.publishedVersion !== profile.version;
  return (
    <Page
      title={profile.name}
      trail={<Link href="/banners">{nav.banners}</Link>}
      status={<BannerStatus banner={profile} />}
      intro={group === null ? undefined : (groups[group] ?? group)}
      actions={
        can('profiles:activate') &&
        hasNews && (
          <Button variant="primary" onPress={() => setPublishing(true)}>
            {text.review}
          </Button>
        )
      }
    >
      <Versions profile={profile} />
      {isPublishing && <PublishDialog profile={profile} onClose={() => setPublishing(false)} />}
    </Page>
  );
}
