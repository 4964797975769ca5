// A mail server in a thread of its own: it takes each mail after some milliseconds, and counts them.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { parentPort, Worker, workerData } from 'node:worker_threads'

if (workerData?.isMailStandIn === true) await serve(workerData.takes)

/** Opens one that takes so many milliseconds for a mail. Returns its address, its counts, and its end. */
export async function openMailStandIn(takes) {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { isMailStandIn: true, takes },
  })
  const [port] = await once(worker, 'message')
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The mails that came, and how many of them came once more. */
    async counts() {
      worker.postMessage('count')
      return (await once(worker, 'message'))[0]
    },
    end: () => worker.terminate(),
  }
}

async function serve(takes) {
  const ids = new Set()
  let [taken, again] = [0, 0]
  const server = createServer((socket) => {
    const say = (line) => socket.write(`${line}\r\n`)
    let text = ''
    let isMail = false
    say('220 stand-in')
    socket.setEncoding('latin1').on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk
      for (;;) {
        const end = isMail ? '\r\n.\r\n' : '\r\n'
        const at = text.indexOf(end)
        if (at === -1) return
        const part = text.slice(0, at)
        text = text.slice(at + end.length)
        if (isMail) {
          isMail = false
          setTimeout(() => {
            const id = /^message-id: (\S+)/im.exec(part)?.[1]
            if (ids.has(id)) again += 1
            ids.add(id)
            taken += 1
            say('250 kept')
          }, takes)
        } else if (/^quit/i.test(part)) socket.end('221 bye\r\n')
        else {
          isMail = /^data/i.test(part)
          say(isMail ? '354 go on' : '250 ok')
        }
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  parentPort.on('message', () => parentPort.postMessage({ taken, again }))
  parentPort.postMessage(server.address().port)
}
