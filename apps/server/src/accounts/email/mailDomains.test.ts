import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMailDomains, type Dns } from './mailDomains.ts'

/** Node announces every connection of the process on this channel. */
const channel = 'net.client.socket'
let connections = 0
const count = () => {
  connections += 1
}

beforeEach(() => {
  connections = 0
  subscribe(channel, count)
})
afterEach(() => {
  unsubscribe(channel, count)
})

const absent = () => Promise.reject(Object.assign(new Error('absent'), { code: 'ENODATA' }))

const lookUp = (found: string[]) => () => (found.length > 0 ? Promise.resolve(found) : absent())

/** A DNS with these exchangers for every domain and these addresses for every host. */
function dnsWith(exchangers: readonly string[], v4: string[] = [], v6: string[] = []): Dns {
  return {
    resolveMx: () =>
      exchangers.length > 0
        ? Promise.resolve(exchangers.map((exchange, priority) => ({ exchange, priority })))
        : absent(),
    resolve4: lookUp(v4),
    resolve6: lookUp(v6),
    cancel: () => undefined,
  }
}

const takesNoMail = (dns: Dns, milliseconds?: number) => {
  const settings = { EMAIL_MX_CHECK: true, EMAIL_DNS_SERVERS: '' }
  return createMailDomains(settings, () => dns, milliseconds).takesNoMail('site.test')
}

describe('a domain', () => {
  it.each([
    ['the metadata of a cloud', dnsWith(['mx.test'], ['169.254.169.254'])],
    ['this machine', dnsWith(['mx.test'], ['127.0.0.1'])],
    ['this machine by IPv6', dnsWith(['mx.test'], [], ['::1'])],
    [
      'a private network',
      dnsWith(['mx.test', 'mx2.test'], ['10.0.0.1', '192.168.0.1'], ['fd00::1']),
    ],
    ['this machine, without an exchanger', dnsWith([], ['127.0.0.1'])],
    ['a bare address', dnsWith(['169.254.169.254'], ['9.9.9.9'])],
    ['nothing', dnsWith(['mx.test'])],
  ])('a domain whose mail goes to %s takes none and causes no connection (C17)', async (_, dns) => {
    expect(await takesNoMail(dns)).toBe(true)
    expect(connections).toBe(0)
  })

  it.each([
    ['an exchanger', dnsWith(['mx.test'], ['9.9.9.9'])],
    ['one by IPv6 alone', dnsWith(['mx.test'], [], ['2620:fe::fe'])],
    ['a second one', dnsWith(['', 'mx.test'], ['10.0.0.1', '9.9.9.9'])],
    ['the host itself', dnsWith([], ['9.9.9.9'])],
  ])('takes mail by %s of the public internet', async (_, dns) => {
    expect(await takesNoMail(dns)).toBe(false)
    expect(connections).toBe(0)
  })

  it('causes queries about its first four exchangers only', async () => {
    let asked = 0
    const many = dnsWith(Array.from({ length: 200 }, (_, index) => `mx${index}.test`))
    const resolve4 = () => {
      asked += 1
      return absent()
    }
    expect(await takesNoMail({ ...many, resolve4 })).toBe(true)
    expect(asked).toBe(4)
  })

  it('counts as taking mail when its DNS does not answer in time (C17)', async () => {
    for (const slow of ['resolveMx', 'resolve4'] as const) {
      const over = new AbortController()
      // Without an end it would answer that there is none.
      const silence = () => pause(60_000, [], { signal: over.signal, ref: false })
      const dns: Dns = { ...dnsWith(['mx.test']), cancel: () => over.abort(), [slow]: silence }
      expect(await takesNoMail(dns, 20)).toBe(false)
    }
  })
})
