(function (root, factory) {
  if (typeof module === 'object') {
    module.exports = factory()
  } else
    // Browser globals
    root.objectPath = factory()
  }
})(this, function () {
  return { get: function (obj, path) { return obj[path] } }
})
