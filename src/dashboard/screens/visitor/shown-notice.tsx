import { useState } from 'react';
import { Load, Notice, RadioField } from '../../components';
import type { PreviewMessage } from '../../preview/preview-message';
import { PreviewStage } from '../../preview/preview-stage';
import { useView, ViewFields } from '../../preview/view';
import { useWords } from '../../words';
import { NoticeTexts, type Texts } from '../publications/notice';
import { type ShownState, useNotice } from './use-notice';
import { words } from './words';

type Form = 'banner' | 'texts';

/** The notice that a visitor was shown, in their language: as the banner, in a frame of its own, or its texts alone. */
export function ShownNotice({ state }: { readonly state: ShownState }) {
  const text = useWords(words);
  const [form, setForm] = useState<Form>('banner');
  const file = useNotice(state);
  return (
    <div className="stack">
      <RadioField<Form>
        label={text.noticeForm}
        value={form}
        onChange={setForm}
        options={[
          { value: 'banner', label: text.asBanner },
          { value: 'texts', label: text.asTexts },
        ]}
      />
      <Load of={file}>
        {(notice) => (
          <>
            {'variants' in notice && <Notice title={text.unnamedVariant} />}
            {form === 'banner' ? (
              <Banner profile={notice as unknown as PreviewMessage['profile']} />
            ) : (
              <NoticeTexts notice={notice as unknown as Texts} />
            )}
          </>
        )}
      </Load>
    </div>
  );
}

function Banner({ profile }: { readonly profile: PreviewMessage['profile'] }) {
  const text = useWords(words);
  const [view, setView] = useView('phone');
  const locale = profile.currentLocale;
  return (
    <div className="stack">
      {profile.tcf !== undefined && <p className="muted small">{text.withoutTcf}</p>}
      <ViewFields view={view} onView={setView} locales={[locale]} locale={locale} onLocale={ignore} />
      <PreviewStage
        profile={profile}
        view={view}
        locale={locale}
        onLocale={ignore}
        isInteractive
        maxHeight={560}
      />
    </div>
  );
}

/** Visitors were shown one language. */
const ignore = () => {};
