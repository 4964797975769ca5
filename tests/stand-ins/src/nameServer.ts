import { createSocket, type Socket } from 'node:dgram'
import { type Answer, decode, encode, type Packet } from 'dns-packet'

/** The zones, by the first label of their domain. */
const zones = {
  /** Accepts mail. */
  ok: (name: string): Answer[] => [
    { type: 'MX', name, data: { preference: 10, exchange: `mx.${name}` } },
  ],
  /** Refuses mail (RFC 7505). */
  null: (name: string): Answer[] => [{ type: 'MX', name, data: { preference: 0, exchange: '.' } }],
  /** Has an address and no exchanger: the host itself accepts mail. */
  aonly: (name: string): Answer[] => [{ type: 'A', name, data: '9.9.9.9' }],
  /** The exchanger of `ok`. */
  mx: (name: string): Answer[] => [{ type: 'A', name, data: '9.9.9.9' }],
  /** Sends mail to an address of an internal network. */
  inner: (name: string): Answer[] => [
    { type: 'MX', name, data: { preference: 10, exchange: `here.${name}` } },
  ],
  here: (name: string): Answer[] => [{ type: 'A', name, data: '127.0.0.1' }],
  /** Exists without exchanger and address. */
  empty: (): Answer[] => [],
} as const

const noSuchName = 3
const serverFailure = 2

/**
 * A name server that answers by the first label: `ok`, `null`, `aonly`, `empty`, `inner`,
 * `servfail` (an error) and `drop` (no answer). Every other name does not exist. Resolves with its
 * socket once it listens on a loopback port; port 0 takes any free one.
 */
export async function startNameServer(port: number): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const answer = answerTo(decode(message))
    if (answer !== null) socket.send(encode(answer), from.port, from.address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, '127.0.0.1', resolve)
  })
  return socket
}

/** The answer to a question; null for no answer. */
function answerTo({ id, questions = [] }: Packet): Packet | null {
  const [question] = questions
  const label = question?.name.split('.', 1)[0]?.toLowerCase() ?? ''
  if (!question || label === 'drop') return null
  const response = { type: 'response', id: id ?? 0, questions } as const
  if (label === 'servfail') return { ...response, flags: serverFailure }
  if (!isZone(label)) return { ...response, flags: noSuchName }
  const answers = zones[label](question.name).filter(({ type }) => type === question.type)
  return { ...response, flags: 0, answers }
}

function isZone(label: string): label is keyof typeof zones {
  return Object.hasOwn(zones, label)
}
