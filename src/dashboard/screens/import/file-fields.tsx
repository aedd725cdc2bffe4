import { useState } from 'react';
import { FileField, Notice, SelectField } from '../../components';
import { useFormats, useWords } from '../../words';
import { BannerChoice, type BannerOption } from './banner-choice';
import { readFile } from './read-file';
import { words } from './words';

export interface ChosenFile {
  /** Differs each time that a file is chosen. */
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

export interface FileFieldsProps {
  readonly file: ChosenFile | null;
  readonly onFile: (file: ChosenFile | null) => void;
  readonly presets: readonly string[];
  /** Empty: another product. */
  readonly preset: string;
  readonly onPreset: (id: string) => void;
  readonly banners: readonly BannerOption[];
  readonly profileId: string;
  readonly onProfile: (id: string) => void;
}

/** Names of products, as they write them. */
const products: Readonly<Record<string, string>> = {
  onetrust: 'OneTrust',
  cookiebot: 'Cookiebot',
  usercentrics: 'Usercentrics',
  didomi: 'Didomi',
  klaro: 'Klaro',
};

let lastId = 0;

/** Fields for the file, its source, and the banner of its consents. */
export function FileFields(props: FileFieldsProps) {
  const { onFile, presets, preset, onPreset, banners, profileId, onProfile } = props;
  const text = useWords(words);
  const formats = useFormats();
  const [isUnreadable, setUnreadable] = useState(false);
  if (banners.length === 0) return <Notice tone="warn" title={text.noBanner} />;
  const choose = async (chosen: File | undefined) => {
    setUnreadable(false);
    onFile(null);
    if (chosen === undefined) return;
    try {
      onFile({ id: ++lastId, name: chosen.name, text: await readFile(chosen) });
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <div className="stack">
      <FileField
        label={text.file}
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.gz"
        help={text.fileHelp(formats.number(20))}
        onChange={(file) => void choose(file)}
      />
      {isUnreadable && <Notice tone="danger" title={text.unreadable} />}
      <div className="form-line">
        <SelectField
          label={text.product}
          value={preset}
          onChange={onPreset}
          options={[
            { value: '', label: text.otherProduct },
            ...presets.map((value) => ({ value, label: products[value] ?? value })),
          ]}
        />
        <BannerChoice banners={banners} value={profileId} onChange={onProfile} />
      </div>
    </div>
  );
}
