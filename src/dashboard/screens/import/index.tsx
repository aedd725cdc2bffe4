import { useState } from 'react';
import { useResource } from '../../api/use-resource';
import { Load, Page, Panel } from '../../components';
import { useWords } from '../../words';
import { type ChosenFile, FileFields } from './file-fields';
import { ImportForm } from './import-form';
import { words } from './words';

/** Imports consents that another product has collected. */
export default function Import() {
  const text = useWords(words);
  const presets = useResource('listImportPresets');
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [preset, setPreset] = useState('');
  const [profileId, setProfileId] = useState('');
  const chosenProfile = profiles.data?.find(({ id }) => id === profileId)?.id;
  return (
    <Page title={text.title} intro={text.intro}>
      <Panel title={text.source}>
        <Load of={presets}>
          {(list) => (
            <Load of={profiles}>
              {(banners) => (
                <FileFields
                  file={file}
                  onFile={setFile}
                  presets={list.map(({ id }) => id)}
                  preset={preset}
                  onPreset={setPreset}
                  banners={banners}
                  profileId={chosenProfile ?? ''}
                  onProfile={setProfileId}
                />
              )}
            </Load>
          )}
        </Load>
      </Panel>
      {file !== null && chosenProfile !== undefined && presets.data !== undefined && (
        <ImportForm
          // The results for one file do not apply to another.
          key={`${file.id} ${preset} ${chosenProfile}`}
          file={file}
          preset={presets.data.find(({ id }) => id === preset) ?? null}
          profileId={chosenProfile}
        />
      )}
    </Page>
  );
}
