import { isIP } from 'node:net'
import { connect } from 'node:tls'

export interface Certificate {
  readonly until: Date
  /** Why Node refuses it; null where it takes it. */
  readonly problem: string | null
}

/**
 * The certificate at an https address, within so many milliseconds; one that is over or not trusted too.
 * Throws where nothing answers. `authorities` replaces those of Node.
 */
export function certificateOf(
  address: URL,
  patience: number,
  authorities?: string,
): Promise<Certificate> {
  const { hostname: host, port } = address
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      timeout: patience,
      ...(authorities !== undefined && { ca: authorities }),
    })
    socket.once('timeout', () => socket.destroy(new Error('it does not answer')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { authorizationError: error } = socket
      const until = new Date(socket.getPeerCertificate().valid_to)
      socket.end()
      resolve({ until, problem: error ? String(error) : null })
    })
  })
}
