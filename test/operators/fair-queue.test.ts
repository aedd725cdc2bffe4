import { createFairQueue, type Turn } from '#operators/accounts/fair-queue';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A queue with one slot, which is taken, and the parties of the tasks that have run since, in order. */
function openQueue(waiting = 20) {
  const inTurn = createFairQueue({ concurrent: 1, waiting });
  const ran: string[] = [];
  let end = () => {};
  const send = (turn: Turn) =>
    inTurn(turn, async () => {
      ran.push(turn.party);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    });
  const first = send({ party: 'first', rank: 0 });
  return {
    send,
    ran,
    /** Ends running tasks, one after the other. */
    async finish(count: number): Promise<string> {
      for (let n = 0; n < count; n += 1) {
        end();
        await settled();
      }
      await first;
      return ran.slice(1).join('');
    },
  };
}

test('parties take turns, and lower ranks run first', async () => {
  const { send, finish } = openQueue();
  for (const party of ['c', 'a', 'a', 'a', 'b']) void send({ party, rank: party === 'c' ? 1 : 0 });
  expect(await finish(6)).toBe('abcaa');
});

test('a party that always has tasks waiting does not keep higher ranks out', async () => {
  const { send, ran, finish } = openQueue();
  const loop = async () => {
    while (ran.length < 40) await send({ party: 'a', rank: 0 });
  };
  void Promise.all(Array.from({ length: 5 }, loop));
  await finish(8);
  void send({ party: 'b', rank: 1 });
  expect((await finish(3)).slice(8)).toBe('aab');
  // Not behind the rounds that another party of the same rank has had.
  for (let n = 0; n < 5; n += 1) void send({ party: 'c', rank: 1 });
  await finish(4);
  void send({ party: 'd', rank: 1 });
  expect((await finish(6)).slice(15)).toMatch(/^[ac]*d/);
});

test('every rank is served while all others have tasks waiting', async () => {
  const { send, finish } = openQueue();
  for (let n = 0; n < 6; n += 1) for (const rank of [0, 1, 2]) void send({ party: String(rank), rank });
  const ran = await finish(12);
  for (let from = 3; from + 4 <= ran.length; from += 1)
    expect(new Set(ran.slice(from, from + 4))).toEqual(new Set(['0', '1', '2']));
});

test('a party has no more places than its turn allows, and the others keep theirs', async () => {
  const { send, finish } = openQueue(4);
  const a = Array.from({ length: 6 }, () =>
    send({ party: 'a', rank: 0, places: 2 }).catch(({ code }) => code),
  );
  const b = [send({ party: 'b', rank: 1 }), send({ party: 'c', rank: 1 })];
  expect(await Promise.all(a.slice(2))).toEqual(Array(4).fill('unavailable'));
  expect(await finish(5)).toBe('aabc');
  await Promise.all([...a, ...b]);
});

test('a full queue refuses the task that is last in order', async () => {
  const { send, finish } = openQueue(2);
  const refused: string[] = [];
  const sent = ['a', 'b', 'c'].map((party, index) =>
    send({ party, rank: 2 - index }).catch(() => refused.push(party)),
  );
  expect(await finish(3)).toBe('cb');
  await Promise.all(sent);
  expect(refused).toEqual(['a']);
});
