import { useState } from 'react';
import {
  Button,
  Checkbox,
  CopyButton,
  DateField,
  DateRangeFields,
  FileField,
  LinkButton,
  LinkTabs,
  RadioField,
  RangeField,
  SearchForm,
  SelectField,
  Switch,
  TextAreaField,
  TextField,
} from '../../src/dashboard/components';
import { RichTextField } from '../../src/dashboard/components/rich-text/index';
import type { Story } from './story';

const nothing = () => {};
const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
const longWord = 'Datenschutzgrundverordnungsbeauftragter';

function Buttons() {
  return (
    <>
      {variants.map((variant) => (
        <div className="row" key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} icon="add">
            With an icon
          </Button>
          <Button variant={variant} icon="edit" aria-label="Icon alone" />
          <Button variant={variant} isPending>
            Pending
          </Button>
          <Button variant={variant} isDisabled>
            Disabled
          </Button>
          <LinkButton variant={variant} to="/">
            Link
          </LinkButton>
        </div>
      ))}
      <div className="row">
        <CopyButton text="svc" />
        <CopyButton text="svc" label="Copy the id" />
      </div>
    </>
  );
}

function TextFields() {
  const [text, setText] = useState('Shop banner');
  return (
    <>
      <TextField label="Name" value={text} onChange={setText} />
      <TextField label="Note" isRequired={false} value="" onChange={nothing} placeholder="Placeholder" />
      <TextField label="Address" help="For you and your colleagues." value="/privacy" onChange={nothing} />
      <TextField label="Colour" error="Use the form #rrggbb." value="#12" onChange={nothing} />
      <TextField label="Read-only" isReadOnly value="svc_vid" onChange={nothing} />
      <TextField label="Disabled" isDisabled value="svc_vid" onChange={nothing} />
      <TextField label="Right to left" lang="ar" dir="rtl" value="ملفات تعريف الارتباط" onChange={nothing} />
      <TextAreaField
        label="Sites"
        help="One per line."
        value={'https://shop.example\nhttps://blog.example'}
        onChange={nothing}
      />
      <TextAreaField
        label="Sites with an error"
        error="Not an address."
        value="shop"
        rows={2}
        onChange={nothing}
      />
    </>
  );
}

function RichTexts() {
  const [html, setHtml] = useState(
    '<p>We use <b>cookies</b>. See our <a href="/privacy">policy</a>.</p><ul><li>One</li><li>Two</li></ul>',
  );
  const common = { lang: 'en', dir: 'ltr', rows: 4 } as const;
  return (
    <>
      <RichTextField
        label="Text"
        help="Visitors read this first."
        value={html}
        onChange={setHtml}
        isReadOnly={false}
        {...common}
      />
      <RichTextField
        label="Read-only text"
        value="<p>We use cookies.</p>"
        onChange={nothing}
        isReadOnly
        {...common}
      />
      <RichTextField
        label="Text with unknown markup"
        value="<table><tr><td>1</td></tr></table>"
        onChange={nothing}
        isReadOnly={false}
        {...common}
      />
      <RichTextField
        label="Arabic text"
        value="<p>نستخدم ملفات تعريف الارتباط.</p>"
        onChange={nothing}
        isReadOnly={false}
        lang="ar"
        dir="rtl"
        rows={3}
      />
    </>
  );
}

function Choices() {
  const [group, setGroup] = useState('opt-in');
  const [isOn, setOn] = useState(true);
  const options = [
    { value: 'opt-in', label: 'Opt-in' },
    { value: 'opt-out', label: `Opt-out ${longWord}` },
  ];
  return (
    <>
      <SelectField label="Group" value={group} onChange={setGroup} options={options} />
      <SelectField
        label="Group with help"
        help="The rules that apply."
        value={group}
        onChange={setGroup}
        options={options}
      />
      <SelectField
        label="Group with an error"
        error="Choose another group."
        value={group}
        onChange={setGroup}
        options={options}
      />
      <SelectField label="Disabled group" isDisabled value={group} onChange={setGroup} options={options} />
      <Checkbox isSelected={isOn} onChange={setOn}>
        Asks everyone again
      </Checkbox>
      <Checkbox isSelected={false} isIndeterminate onChange={nothing} help="Some of them are selected.">
        All tenants
      </Checkbox>
      <Checkbox isSelected isDisabled onChange={nothing}>
        Disabled
      </Checkbox>
      <Switch isSelected={isOn} onChange={setOn} help="Visitors can choose the language.">
        Language switch
      </Switch>
      <Switch isSelected={false} onChange={nothing}>
        Off
      </Switch>
      <Switch isSelected isDisabled onChange={nothing}>
        Disabled
      </Switch>
      <RadioField
        label="Question"
        value={group}
        onChange={setGroup}
        options={options.map((option) => ({ ...option, help: 'Does not suggest an answer.' }))}
      />
      <RadioField label="In a row" isHorizontal value={group} onChange={setGroup} options={options} />
      <RadioField label="Disabled question" isDisabled value={group} onChange={setGroup} options={options} />
    </>
  );
}

function Dates() {
  const [range, setRange] = useState({ from: '2026-11-01', to: '2026-11-22' });
  return (
    <>
      <DateField label="Day" value="2026-11-22" onChange={nothing} />
      <DateField label="Day with help" help="Days are in UTC." value="" onChange={nothing} />
      <DateField
        label="Day with an error"
        error="Use a day after today."
        value="2020-01-01"
        onChange={nothing}
      />
      <div className="row">
        <DateRangeFields range={range} onChange={setRange} />
      </div>
      <FileField label="File" accept=".csv,.json" help="CSV or JSON" onChange={nothing} />
      <RangeField />
    </>
  );
}

function Navigation() {
  return (
    <>
      <LinkTabs
        label="Parts of a banner"
        tabs={[
          { to: '/', label: 'Texts' },
          { to: '/look', label: 'Look' },
          { to: '/cookies', label: 'Cookies' },
          { to: '/behaviour', label: 'Behaviour' },
          { to: '/versions', label: 'Versions' },
        ]}
      />
      <SearchForm label="Find" help="The id of a visitor, a consent or a user." value="" onSearch={nothing} />
      <SearchForm label="Search" value="Ada" onSearch={nothing} />
    </>
  );
}

export const controlStories: readonly Story[] = [
  { title: 'Buttons', Content: Buttons },
  { title: 'Text fields', Content: TextFields },
  { title: 'Rich text', Content: RichTexts },
  { title: 'Choices', Content: Choices },
  { title: 'Dates', Content: Dates },
  { title: 'Tabs and search', Content: Navigation },
];
