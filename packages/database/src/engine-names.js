/** The supported values of DATABASE_ENGINE. */
export const ENGINE_NAMES = /** @type {const} */ ([
  'mongod',
  'memory-server',
  'secantus-native',
  'secantus-python',
]);

/** @typedef {typeof ENGINE_NAMES[number]} EngineName */
