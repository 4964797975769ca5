import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'

/** Networks that an outside address can never mean: our own, the neighbours', the cloud's. */
const nearNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** The only assigned IPv6 addresses, and those among them that carry an IPv4 one. */
const publicV6 = ['2000::', 3] as const
const carryingV4 = [
  ['2001::', 32],
  ['2002::', 16],
] as const

const near = new BlockList()
for (const [network, prefix] of nearNetworks) near.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of carryingV4) near.addSubnet(network, prefix, 'ipv6')
const far = new BlockList()
far.addSubnet(...publicV6, 'ipv6')

/** Returns whether an address belongs to the public internet; of IPv6 only assigned ranges. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !near.check(address, 'ipv4')
  return family === 6 && far.check(address, 'ipv6') && !near.check(address, 'ipv6')
}

/**
 * The agent of production's `fetch`: it connects only to addresses of the public internet and
 * checks each address at the connection, so that a name cannot change in between. `nearHosts` are
 * names that may be anywhere. `resolve` is the system's resolver except in tests.
 */
export function createPublicAgent(
  nearHosts: ReadonlySet<string>,
  resolve: LookupFunction = systemLookup,
): Agent {
  const lookup: LookupFunction = (host, options, answer) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const addresses = (found as LookupAddress[] | undefined) ?? []
      const open = addresses.filter(({ address }) => isPublicAddress(address))
      const [first] = open
      if (error) answer(error, [])
      else if (first === undefined) answer(notPublic(host), [])
      else if (options.all === true) answer(null, open)
      else answer(null, first.address, first.family)
    })
  }
  const connectNear = buildConnector({})
  const connectFar = buildConnector({ lookup })
  return new Agent({
    connect(options, answer) {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      if (nearHosts.has(host)) connectNear(options, answer)
      // A bare address needs no lookup and would avoid the check there.
      else if (isIP(host) !== 0 && !isPublicAddress(host)) answer(notPublic(host), null)
      else connectFar(options, answer)
    },
  })
}

function notPublic(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} is not on the public internet.`), { code: 'ENOTPUBLIC' })
}
