// Read by Node before the program: random numbers and the clock are those that the environment pins.
'use strict';
const vm = require('vm');
const seed = process.env.UNBREAK_FLAKE_SEED;
const clock = process.env.UNBREAK_FLAKE_CLOCK;

function pin(scope) {
  if (seed !== undefined) {
    // mulberry32
    let state = (Number(seed) + 1) | 0;
    scope.Math.random = () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  }
  if (clock !== undefined) {
    // It stands still, but for a moment at each look, so that who waits for a time sees it come.
    let now = Number(BigInt(clock) / 1000000n);
    const Original = scope.Date;
    const look = () => Math.floor((now += 0.01));
    const Pinned = new Proxy(Original, {
      apply: () => new Original(look()).toString(),
      construct: (target, values, kind) =>
        Reflect.construct(target, values.length === 0 ? [look()] : values, kind === Pinned ? target : kind),
      get: (target, name) => (name === 'now' ? look : Reflect.get(target, name)),
    });
    Original.prototype.constructor = Pinned;
    scope.Date = Pinned;
  }
}

if (seed !== undefined || clock !== undefined) {
  pin(globalThis);
  // Test runners give each file a global object of its own.
  const create = vm.createContext;
  vm.createContext = (...values) => {
    const context = create(...values);
    vm.runInContext('globalThis', context);
    pin(vm.runInContext('({ Math, get Date() { return globalThis.Date }, set Date(value) { globalThis.Date = value } })', context));
    return context;
  };
}
