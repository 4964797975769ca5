// The load generator, a separate process. One message brings the requests, one returns the
// results.
import autocannon from 'autocannon'

process.once('message', async ({ url, connections, seconds, rate, requests }) => {
  let next = 0
  const each = Math.max(1, Math.floor(requests.length / connections))
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate === null ? {} : { overallRate: rate }),
    // Every connection has its own requests, so that no player has two at a time.
    setupClient(client) {
      client.setRequests(requests.slice(next, next + each))
      // Fewer requests than connections are sent by several of them.
      next = (next + each) % requests.length
    },
  })
  const { latency, duration } = result
  process.send({
    perSecond: result['2xx'] / duration,
    p50: latency.p50,
    p97_5: latency.p97_5,
    p99: latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
    statuses: result.statusCodeStats,
  })
  process.disconnect()
})
