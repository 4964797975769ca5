// Loaded into the measured server by NODE_OPTIONS: reports the processor time of its main thread.
import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

const port = Number(process.env.GATEHOUSE_BENCH_THREAD_PORT ?? 0)
const isServer = isMainThread && /server[\\/]src[\\/]main\.ts$/.test(process.argv[1] ?? '')

if (isServer && port > 0) {
  createServer((_, response) => response.end(JSON.stringify(process.threadCpuUsage())))
    .listen(port, '127.0.0.1')
    .unref()
}
