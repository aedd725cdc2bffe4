const { createRequire } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { join, sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');
const { sourceMaps } = require('../typescript');

const root = join(__dirname, '../../..');
const loadedOnce = [join(root, 'src') + sep, `${sep}node_modules${sep}`];
const nodeRequire = createRequire(__filename);

/** Source maps of one file's own modules and of those that the worker has loaded, also later. */
class SourceMaps extends Map {
  get(path) {
    return super.get(path) ?? sourceMaps.get(path);
  }
}

/**
 * Loads `src/` and packages by Node itself, once per worker: loading them again for each file took more time than most
 * tests. Test files and their support are still loaded anew for each file.
 */
class LoadsOnce extends Runtime {
  constructor(...given) {
    super(...given);
    this.transformCache.sourceMaps = new SourceMaps();
    const { executor } = this;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModule(from, name, options, isActual) {
    if (!options?.isInternalModule && name !== undefined && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name);
      if (loadedOnce.some((part) => path.includes(part))) return nodeRequire(path);
    }
    return super.requireModule(from, name, options, isActual);
  }
}

module.exports = { __esModule: true, default: LoadsOnce };
