function run (queue) {
  return new Promise(function (resolve, reject) {
    queue.push(function (err, value) {
      if (err) {
        reject(err)
        return
      }
      resolve(value)
    })
  })
}

module.exports = run
