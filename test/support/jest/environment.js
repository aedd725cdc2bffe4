const { AsyncLocalStorage } = require('node:async_hooks');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Storages that packages use. Every promise of the worker goes through all that are enabled. */
const usedStorages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (store, ...given) {
  if (isAboutTest(store)) {
    keepInVariable(this);
    return this.run(store, ...given);
  }
  usedStorages.add(this);
  return run.call(this, store, ...given);
};

/** What Jest keeps in its storage: the test or hook that runs. */
const isAboutTest = (store) => typeof store === 'object' && store !== null && Object.hasOwn(store, 'test');

/** The tests of a file run one after the other, so a variable does what a storage does, and leaves promises alone. */
function keepInVariable(storage) {
  let current;
  storage.getStore = () => current;
  storage.run = async (store, work) => {
    const before = current;
    current = store;
    try {
      return await work();
    } finally {
      current = before;
    }
  };
}

/**
 * Runs test files in the worker's own realm instead of a new one per file, so that sources and packages which the worker
 * has loaded (`runtime.js`) can serve every file. What a file changes on the global object and in `process.env` is
 * undone when it ends.
 */
module.exports = class WorkerRealm {
  constructor({ projectConfig }, { testPath }) {
    this.testPath = testPath;
    this.started = process.cpuUsage();
    this.global = globalThis;
    this.before = Object.getOwnPropertyDescriptors(globalThis);
    this.exit = process.exit;
    this.variables = { ...process.env };
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    Object.assign(globalThis, projectConfig.globals);
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const storage of usedStorages) storage.disable();
    usedStorages.clear();
    process.exit = this.exit;
    for (const key of Reflect.ownKeys(globalThis)) {
      if (Object.hasOwn(this.before, key)) continue;
      // What a package has installed for good stays.
      if (Object.getOwnPropertyDescriptor(globalThis, key).configurable) delete globalThis[key];
    }
    for (const key of Reflect.ownKeys(this.before)) {
      const { configurable, writable, value } = this.before[key];
      if (configurable) Object.defineProperty(globalThis, key, this.before[key]);
      else if (writable) globalThis[key] = value;
    }
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    const { user, system } = process.cpuUsage(this.started);
    const time = { path: this.testPath, seconds: (user + system) / 1e6 };
    appendFileSync(join(process.env.EXPRESS_CONSENT_TEST_RUN, 'times'), `${JSON.stringify(time)}\n`);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
