// A mail server in a process of its own: it takes each mail after some milliseconds, and counts them.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Forked by the function below.
if (process.argv[1] === import.meta.filename) await serve(Number(process.argv[2]))

/** Opens one that takes so many milliseconds for a mail. Returns its address, its counts, and its end. */
export async function openMailStandIn(takes) {
  const server = fork(import.meta.filename, [String(takes)])
  const [port] = await once(server, 'message')
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The mails that came, and how many of them came once more. */
    async counts() {
      server.send('count')
      return (await once(server, 'message'))[0]
    },
    end: () => server.kill(),
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
  process.on('message', () => process.send({ taken, again }))
  process.on('disconnect', () => process.exit())
  process.send(server.address().port)
}
