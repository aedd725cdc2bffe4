import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { yieldToEventLoop } from '../kernel/concurrency/yield-to-event-loop';
import type { StorageAdapter } from './storage-adapter';

/** An empty place for a storage: a directory, a bucket, a prefix. */
export interface StoragePlace {
  /** Returns a new adapter on this place that is not connected yet. Two adapters represent two processes. */
  open(): StorageAdapter;
  /** Removes the place and its content. */
  remove(): Promise<void>;
}

/** One requirement of the contract. `run` rejects with an AssertionError when it is not met. */
export interface StorageContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

type Check = (first: StorageAdapter, second: StorageAdapter) => Promise<void>;

/**
 * Returns the contract of `StorageAdapter` as tests for any runner that accepts a name and an async function:
 *
 * ```ts
 * for (const { name, run } of storageContract(createPlace)) it(name, run);
 * ```
 *
 * Each case has its own place with two connected adapters.
 * @param createPlace creates an empty place
 */
export function storageContract(createPlace: () => Promise<StoragePlace>): readonly StorageContractCase[] {
  return Object.entries(checks).map(([name, check]) => ({
    name,
    run: async () => {
      const place = await createPlace();
      try {
        const first = place.open();
        const second = place.open();
        await first.connect();
        await second.connect();
        await check(first, second);
        await first.disconnect();
        await second.disconnect();
      } finally {
        await place.remove();
      }
    },
  }));
}

const checks: Readonly<Record<string, Check>> = {
  'has a name and is usable after connect': async (first) => {
    assert.equal(typeof first.name, 'string');
    assert.notEqual(first.name, '');
    await first.check();
  },

  'returns exactly the bytes that were written': async (first, second) => {
    const bodies = [
      Buffer.alloc(0),
      Buffer.from('{"text":"ä 漢字 😀"}'),
      Buffer.from([0, 255, 13, 10, 0, 128]),
      randomBytes(1_048_576),
    ];
    for (const [index, body] of bodies.entries()) {
      await first.write(`bytes/${index}`, body);
      assert.ok((await second.read(`bytes/${index}`))?.body.equals(body), `body of ${body.length} bytes`);
    }
  },

  'returns the time of the last write, the same when an object is read and when it is listed': async (
    first,
  ) => {
    const before = Date.now();
    await first.write('times/one', Buffer.from('1'));
    const read = await first.read('times/one');
    // Remote places have their own clocks. One hour tolerates those and still detects seconds instead of
    // milliseconds.
    assert.ok(read && Math.abs(read.modifiedAt - before) < 3_600_000, `modifiedAt ${read?.modifiedAt}`);
    const [listed] = await first.list('times');
    assert.equal(listed?.key, 'times/one');
    assert.equal(listed.modifiedAt, read.modifiedAt);
  },

  'returns null for a missing object': async (first) => {
    assert.equal(await first.read('nothing'), null);
    assert.equal(await first.read('nothing/at/all'), null);
    await first.write('some/thing', Buffer.from('x'));
    assert.equal(await first.read('some/thing-else'), null);
  },

  'copies buffers: callers can change them after writing and after reading': async (first) => {
    const body = Buffer.from('before');
    await first.write('own', body);
    body.fill('x');
    (await first.read('own'))?.body.fill('y');
    assert.equal(String((await first.read('own'))?.body), 'before');
  },

  'replaces an object, even with a shorter one, for all adapters on the place': async (first, second) => {
    await first.write('replaced', Buffer.from('a long first body'));
    assert.equal(String((await second.read('replaced'))?.body), 'a long first body');
    await second.write('replaced', Buffer.from('short'));
    assert.equal(String((await first.read('replaced'))?.body), 'short');
  },

  'never returns part of an object while others replace it': async (first, second) => {
    const letters = ['a', 'b', 'c', 'd'];
    const createBody = (round: number) =>
      Buffer.alloc(40_000 + (round % 7) * 60_000, letters[round % letters.length]);
    await first.write('atomic/object', createBody(0));
    let writing = true;
    const writers = Promise.all([
      eachInTurn(20, (round) => first.write('atomic/object', createBody(round))),
      eachInTurn(20, (round) => second.write('atomic/object', createBody(round + 3))),
    ]).finally(() => {
      writing = false;
    });
    const readers = [first, second, first, second].map(async (reader) => {
      while (writing) {
        // An adapter that never leaves the process would otherwise not let the timers of the writers run.
        await yieldToEventLoop();
        const body = (await reader.read('atomic/object'))?.body;
        assert.ok(body, 'an object that is replaced is never missing');
        const letter = String.fromCharCode(body[0] ?? 0);
        assert.ok(
          letters.includes(letter) &&
            body.equals(Buffer.alloc(body.length, letter)) &&
            (body.length - 40_000) % 60_000 === 0,
          'a whole object',
        );
      }
    });
    await Promise.all([writers, ...readers]);
  },

  'keeps objects after the adapters that wrote them have disconnected': async (first, second) => {
    await first.write('kept/written', Buffer.from('1'));
    await second.write('kept/by-another', Buffer.from('2'));
    await first.disconnect();
    await first.connect();
    for (const reader of [first, second]) {
      assert.equal(String((await reader.read('kept/written'))?.body), '1');
      assert.equal(String((await reader.read('kept/by-another'))?.body), '2');
    }
  },

  'removes objects for all adapters, and accepts keys without an object': async (first, second) => {
    await first.write('gone/one', Buffer.from('1'));
    await first.write('gone/two', Buffer.from('2'));
    await first.remove('gone/one');
    assert.equal(await second.read('gone/one'), null);
    assert.equal(String((await second.read('gone/two'))?.body), '2');
    await second.remove('gone/one');
    await second.remove('never/was');
    await Promise.all([first.remove('gone/two'), second.remove('gone/two')]);
    assert.equal((await first.list('gone')).length, 0);
  },

  'writes correctly while others remove objects': async (first, second) => {
    await Promise.all([
      eachInTurn(30, (round) => first.write(`busy/corner/${round}`, Buffer.from('x'))),
      eachInTurn(30, async (round) => {
        await second.remove(`busy/corner/${round}`);
        await second.remove(`busy/corner/${round - 1}`);
      }),
    ]);
    await first.write('busy/corner/last', Buffer.from('x'));
    assert.ok(await second.read('busy/corner/last'));
  },

  'lists every key below a prefix of whole segments, at any depth and in any number': async (
    first,
    second,
  ) => {
    const keys = ['a/b/1.json', 'a/b/2.json', 'a/b/c/3.json', 'a/b/c/d/e/4.json'];
    for (const key of [...keys, 'a/bc/5.json', 'a/b.json', 'b/a/b/6.json'])
      await first.write(key, Buffer.from(key));
    const listed = (prefix: string) => keysBelow(second, prefix);
    assert.deepEqual(await listed('a/b'), keys);
    assert.deepEqual(await listed('a/b/c/d'), ['a/b/c/d/e/4.json']);
    assert.deepEqual(await listed('a/b/1.json'), []);
    assert.deepEqual(await listed('missing'), []);
    // Places that list in pages often return a thousand entries per page.
    const many = Array.from({ length: 1001 }, (_item, index) => `many/${String(index).padStart(4, '0')}`);
    for (let start = 0; start < many.length; start += 50) {
      await Promise.all(many.slice(start, start + 50).map((key) => first.write(key, Buffer.from('x'))));
    }
    assert.deepEqual(await listed('many'), many);
  },

  'lists the directories directly below a prefix, or at the top, that have keys below them': async (
    first,
    second,
  ) => {
    for (const key of ['t/p1/1/en.json', 't/p1/2/en.json', 't/p2/1/en.json', 't/file.json', 'u/p3/1/en.json'])
      await first.write(key, Buffer.from('x'));
    const listed = async (prefix: string) => [...(await second.listDirectories(prefix))].sort();
    assert.deepEqual(await listed('t'), ['p1', 'p2']);
    assert.deepEqual(await listed('t/p1'), ['1', '2']);
    assert.deepEqual(await listed('t/p1/1'), []);
    assert.deepEqual(await listed('missing'), []);
    assert.deepEqual([...(await second.listDirectories())].sort(), ['t', 'u']);
    await first.remove('t/p2/1/en.json');
    assert.deepEqual(await listed('t'), ['p1']);
  },

  'accepts every key that matches the pattern': async (first, second) => {
    const awkward = [
      '_admin.json',
      '.hidden',
      '...',
      'a..b',
      '-',
      '--help',
      '0',
      '.a/.b/..c',
      'con-1/aux.json',
      'x'.repeat(255),
      `${'long-segment/'.repeat(40)}end`,
    ];
    for (const key of awkward) {
      await first.write(`awkward/${key}`, Buffer.from(key));
      assert.equal(String((await second.read(`awkward/${key}`))?.body), key);
    }
    assert.deepEqual(await keysBelow(first, 'awkward'), awkward.map((key) => `awkward/${key}`).sort());
  },

  'rejects every other key with a TypeError, in all methods': async (first) => {
    await first.write('inside/object', Buffer.from('x'));
    const refused = [
      '',
      '/',
      '/inside',
      'inside/',
      'inside//object',
      '.',
      '..',
      '../inside',
      'inside/../inside/object',
      'inside/.',
      './inside',
      'inside\\object',
      'C:',
      'a b',
    ];
    refused.push('ä', 'a\u0000', 'a\n', 'a%2fb', 'a~', 'a*', 'x'.repeat(256), `${'ab/'.repeat(341)}ab`);
    for (const key of refused) {
      for (const attempt of attempts(first, key))
        await assert.rejects(attempt, { name: 'TypeError' }, JSON.stringify(key.slice(0, 40)));
    }
    assert.equal(String((await first.read('inside/object'))?.body), 'x');
  },
};

function attempts(adapter: StorageAdapter, key: string): (() => Promise<unknown>)[] {
  return [
    () => adapter.read(key),
    () => adapter.write(key, Buffer.from('!')),
    () => adapter.remove(key),
    () => adapter.list(key),
    () => adapter.listDirectories(key),
  ];
}

/** Lists the keys below a prefix, in an array of this realm: strict equality compares realms too. */
async function keysBelow(adapter: StorageAdapter, prefix: string): Promise<string[]> {
  return Array.from(await adapter.list(prefix), ({ key }) => key).sort();
}

async function eachInTurn(count: number, action: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < count; round += 1) await action(round);
}
