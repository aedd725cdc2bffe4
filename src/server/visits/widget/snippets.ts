import type { FrameworkApis } from './find-apis';
import type { PageScript, WidgetFiles } from './widget-files';

/** Values for `src/widget/head.ts`, where they are described. */
export interface HeadValues {
  readonly cookie: string;
  readonly granted: string;
  readonly grantedWithGpc: string;
  readonly gpc?: boolean | undefined;
  readonly waitMs: number;
  readonly regions?: readonly string[] | undefined;
  readonly urlPassthrough?: boolean | undefined;
  readonly microsoft?: boolean | undefined;
  readonly dataLayer?: string | undefined;
}

/** Values for `src/widget/early.ts`, where they are described. */
export interface EarlyValues {
  readonly bootstrap: string;
  readonly tenantId?: string | undefined;
  readonly lang?: string | undefined;
}

/** Returns the script that sets the defaults of consent mode; `''` when the widget has not been built. */
export const fillHead = (files: WidgetFiles, values: HeadValues): string =>
  fill(files, 'head.js', 'headOptions', values);

/** Returns the script that asks early for the texts of a first visit. */
export const fillEarly = (files: WidgetFiles, values: EarlyValues): string =>
  fill(files, 'early.js', 'earlyOptions', values);

/** Returns the script with the APIs of the frameworks; `''` when none is used. */
export const fillStubs = (files: WidgetFiles, apis: FrameworkApis): string =>
  apis.tcf || apis.gpp ? fill(files, 'stubs.js', 'stubOptions', apis) : '';

/** Returns the script that starts the widget with what a first visit needs; `''` when it has not been built. */
export const readInline = (files: WidgetFiles): string => splitAt(files, 'inline.js')?.[0] ?? '';

/** The text before and after the values in a script, by its file. */
const split = new WeakMap<PageScript, readonly [string, string]>();

function fill(files: WidgetFiles, name: string, placeholder: string, values: object): string {
  return splitAt(files, name, placeholder)?.join(toScriptJson(values)) ?? '';
}

/** @param placeholder the name in place of the values; without it, the first part is the whole script */
function splitAt(
  { inPages }: WidgetFiles,
  name: string,
  placeholder?: string,
): readonly [string, string] | undefined {
  const file = inPages.get(name);
  if (file === undefined) return undefined;
  let parts = split.get(file);
  if (parts === undefined) {
    const text = file.text.trim();
    const [before = '', after = ''] =
      placeholder === undefined ? [text] : text.split(new RegExp(`\\b${placeholder}\\b`));
    parts = [before, after];
    split.set(file, parts);
  }
  return parts;
}

/** Returns JSON that cannot end the script element around it. */
const toScriptJson = (value: unknown): string => escapeScriptText(JSON.stringify(value));

export const escapeScriptText = (json: string): string => json.replaceAll('<', '\\u003c');
