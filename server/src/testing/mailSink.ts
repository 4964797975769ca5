import { EventEmitter, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A mail server that takes everything and keeps it as it came over the wire. */
export interface MailSink {
  readonly url: string
  readonly received: readonly string[]
  /** Resolves when one more has come; rejects when the signal says that it is too late. */
  readonly next: (signal: AbortSignal) => Promise<unknown>
  readonly close: () => Promise<void>
}

export async function openMailSink(): Promise<MailSink> {
  const received: string[] = []
  const arrivals = new EventEmitter()
  const keep = (mail: string) => {
    received.push(mail)
    arrivals.emit('mail')
  }
  const server = createServer((socket) => converse(socket, keep))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    next: (signal) => once(arrivals, 'mail', { signal }),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

const endOfMail = '\r\n.\r\n'

function converse(socket: Socket, keep: (mail: string) => void): void {
  let buffered = ''
  let isMail = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 sink')
  socket.setEncoding('latin1').on('error', () => undefined)
  socket.on('data', (chunk: string) => {
    buffered += chunk
    for (;;) {
      const end = isMail ? endOfMail : '\r\n'
      const at = buffered.indexOf(end)
      if (at === -1) return
      const text = buffered.slice(0, at)
      buffered = buffered.slice(at + end.length)
      if (isMail) {
        keep(`${text}\r\n`.replaceAll('\r\n..', '\r\n.'))
        isMail = false
        say('250 kept')
      } else {
        isMail = /^data/i.test(text)
        if (/^quit/i.test(text)) socket.end('221 bye\r\n')
        else say(isMail ? '354 go on' : '250 ok')
      }
    }
  })
}
