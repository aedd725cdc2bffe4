import { createInterface } from 'node:readline/promises';
import type { Input } from '../read-password';
import { UsageError } from '../usage-error';

export interface Questions {
  /** Asks until the answer can be read; an empty answer is the suggestion. */
  ask<T>(question: string, suggestion: string, read: (answer: string) => T): Promise<T>;
  /** Asks for a yes or no; an empty answer is yes. */
  confirm(question: string): Promise<boolean>;
  close(): void;
}

/** Opens a dialogue on the terminal. */
export function openQuestions(input: Input, output: NodeJS.WritableStream): Questions {
  const lines = createInterface({ input, output, terminal: false });
  // Lines that arrive before they are asked for, such as pasted ones, wait here.
  const typed = lines[Symbol.asyncIterator]();
  async function next(question: string): Promise<string> {
    output.write(question);
    const { value, done } = await typed.next();
    if (done) throw new UsageError('Cancelled: nothing was written');
    return value.trim();
  }
  return {
    async ask(question, suggestion, read) {
      for (;;) {
        const answer = (await next(`${question} [${suggestion}] `)) || suggestion;
        try {
          return read(answer);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          output.write(`${error.message}\n`);
        }
      }
    },
    confirm: async (question) => /^(?:y|yes|)$/i.test(await next(`${question} [Y/n] `)),
    close: () => lines.close(),
  };
}
