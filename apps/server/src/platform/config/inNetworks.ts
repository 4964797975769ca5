import { BlockList } from 'node:net'

/**
 * Makes a test of subjects of limits: true for an address, or the /64 of an IPv6 customer, in one of the
 * networks.
 */
export function inNetworks(networks: readonly string[]): (subject: string) => boolean {
  const list = new BlockList()
  for (const each of networks) {
    const [address = '', length] = each.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(length ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (subject) => {
    const address = /^(?<address>[\da-f:.]+)(?:\/64)?$/.exec(subject)?.groups?.['address']
    return address !== undefined && networks.length > 0 && list.check(address, familyOf(address))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}
