import { useState } from 'react';
import { SelectField, TextField } from '../../components';
import { isMatch, useWords } from '../../words';
import { words } from './words';

export interface BannerOption {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
}

/** Number of banners above which the list can be searched. */
const longList = 12;

/** Asks for the banner of the consents, live ones first. None is chosen at first: the consents would belong to it. */
export function BannerChoice({
  banners,
  value,
  onChange,
}: {
  readonly banners: readonly BannerOption[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const text = useWords(words);
  const [sought, setSought] = useState('');
  const shown = banners.filter(({ id, name }) => id === value || isMatch(sought, name));
  const live = shown.filter(({ isActive }) => isActive);
  const others = shown.filter(({ isActive }) => !isActive);
  return (
    <>
      {banners.length > longList && (
        <TextField
          label={text.searchBanner}
          type="search"
          autoComplete="off"
          value={sought}
          onChange={setSought}
          help={<span role="status">{sought.trim() === '' ? null : text.foundBanners(shown.length)}</span>}
        />
      )}
      <SelectField
        label={text.banner}
        help={text.bannerHelp}
        value={value}
        onChange={onChange}
        options={[
          { value: '', label: text.chooseBanner },
          ...live.map(({ id, name }) => ({ value: id, label: name })),
          ...others.map(({ id, name }) => ({ value: id, label: text.notLive(name) })),
        ]}
      />
    </>
  );
}
