import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { UsageError } from './usage-error';

/** Standard input; `isTTY` is set for a terminal. */
export type Input = Readable & { readonly isTTY?: boolean };

/** Much longer than any password (bytes). */
const maxBytes = 4096;

/**
 * Asks for a new password on the terminal, twice and without showing it.
 * @throws UsageError when there is no terminal, the two differ, or the user cancels
 */
export async function askNewPassword(input: Input): Promise<string> {
  if (!input.isTTY)
    throw new UsageError('There is no terminal to ask for the new password: add --password-stdin');
  // The interface shows what is typed on its output.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  const typed = lines[Symbol.asyncIterator]();
  async function ask(question: string): Promise<string> {
    process.stderr.write(question);
    const { value, done } = await typed.next();
    process.stderr.write('\n');
    if (done) throw new UsageError('Cancelled: the password has not been changed');
    return value;
  }
  try {
    const password = await ask('New password: ');
    if ((await ask('Repeat the new password: ')) !== password)
      throw new UsageError('The two passwords differ: the password has not been changed');
    return password;
  } finally {
    lines.close();
  }
}

/** Reads a password of one line from standard input. @throws UsageError when it is empty or has several lines */
export async function readPassword(input: Input): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > maxBytes) throw new UsageError('Standard input is too long for a password');
  }
  const password = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '');
  if (password === '') throw new UsageError('Standard input is empty: it must contain the new password');
  if (/[\r\n]/.test(password))
    throw new UsageError('Standard input has several lines: it must contain only the new password');
  return password;
}
