import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** First time limit for one question (ms), and how often it is asked. The caller's deadline ends all of it. */
const patience = { timeout: 2_000, tries: 3 };

/** Time for the other family once one has addresses (ms): some name servers never answer questions for IPv6. */
const otherFamilyMs = 2_000;

/** Codes of answers that say that a name has no address. */
const unknownName = new Set(['ENOTFOUND', 'ENODATA']);

class NameFault extends Error {
  constructor(readonly code: 'ENOTFOUND' | 'EAI_AGAIN') {
    super('The host name could not be resolved');
  }
}

/**
 * Asks the name servers for all addresses of a host, IPv4 first. Holds no thread while one of them hangs: `lookup` of Node
 * does, and the few threads are also those of files and of connections to the database.
 * @param signal ends the questions
 * @param servers name servers with their ports, in place of those of the system
 * @throws NameFault, and the reason of a signal that has ended them before
 */
export async function askNameServers(
  hostname: string,
  signal: AbortSignal,
  servers?: readonly string[],
  waitMs = otherFamilyMs,
): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  const resolver = new Resolver(patience);
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  let waiting: NodeJS.Timeout | undefined;
  const waitForOther = () => {
    waiting ??= setTimeout(cancel, waitMs);
  };
  try {
    const questions = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    for (const question of questions) question.then(waitForOther, () => {});
    const answers = await Promise.allSettled(questions);
    const addresses = answers.flatMap((answer, index) =>
      answer.status === 'rejected'
        ? []
        : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    );
    if (addresses.length > 0) return addresses;
    const isUnknown = answers.every(
      (answer) => answer.status === 'rejected' && unknownName.has(String(answer.reason.code)),
    );
    throw new NameFault(isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN');
  } finally {
    clearTimeout(waiting);
    signal.removeEventListener('abort', cancel);
  }
}
