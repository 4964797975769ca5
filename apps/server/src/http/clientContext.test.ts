import { describe, expect, it } from 'vitest'
import { addressOf } from './clientContext.ts'
import { plainIp } from './proxies.ts'

describe('the address that limits count by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:ffff:1:2:3', '2001:db8:0:7::/64'],
    ['2001:0db8:0000:0007:0:0:0:1', '2001:db8:0:7::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s (B06)', (ip, address) => {
    expect(addressOf(ip)).toBe(address)
  })

  it('of an IPv4 address in an IPv6 socket is the IPv4 address', () => {
    expect(plainIp('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(plainIp('2001:db8::ffff:7')).toBe('2001:db8::ffff:7')
  })
})
