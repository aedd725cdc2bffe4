import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { Button, Panel, TextAreaField } from '../../components';
import { config } from '../../config';
import { useWords } from '../../words';
import { StringMeaning } from './string-meaning';
import { words } from './words';

/** Explains a TC or GPP string in words. */
export function StringReader() {
  const text = useWords(words);
  const [typed, setTyped] = useState('');
  const [read, setRead] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRead(typed.trim());
  };
  if (!config.tcf && !config.gpp)
    return (
      <Panel title={text.reader}>
        <p className="muted">{text.readerOff}</p>
      </Panel>
    );
  const isBoth = config.tcf && config.gpp;
  return (
    <Panel title={text.reader}>
      <div className="stack">
        <Form className="stack" onSubmit={submit} validationBehavior="aria">
          <TextAreaField
            label={text.string}
            help={isBoth ? text.readerHelp : text.readerHelpOnly(config.tcf ? 'TCF' : 'GPP')}
            value={typed}
            onChange={setTyped}
            rows={3}
            spellCheck="false"
          />
          <div className="row">
            <Button type="submit" isDisabled={typed.trim() === ''}>
              {text.read}
            </Button>
          </div>
        </Form>
        {read !== '' && <StringMeaning value={read} />}
      </div>
    </Panel>
  );
}
