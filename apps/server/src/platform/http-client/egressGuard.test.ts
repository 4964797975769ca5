import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { fetch, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicAgent, isPublicAddress } from './egressGuard.ts'

let inside: Server
let port: number
let visits = 0

beforeAll(async () => {
  inside = createServer((_, response) => {
    visits += 1
    response.end('the inside')
  }).listen(0, '127.0.0.1')
  await once(inside, 'listening')
  port = (inside.address() as AddressInfo).port
})
afterAll(() => {
  inside.close()
})

const noNearHosts = new Set<string>()

/** A name server that gives one answer after the other, and repeats the last. */
function saying(...answers: readonly string[][]): LookupFunction {
  let asked = 0
  return (_, __, answer) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
    asked += 1
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    answer(null, found)
  }
}

/** The outcome of a fetch: the text of the inside, or the code of the refusal. */
async function fetched(url: string, agent = createPublicAgent(noNearHosts)): Promise<string> {
  try {
    const response = await fetch(url, { dispatcher: agent, redirect: 'error' })
    return await response.text()
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code ?? String(error)
  } finally {
    await agent.destroy()
  }
}

describe('connections to the outside', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
  ])('are not made to %s, however it is written (L08)', async (host) => {
    expect(await fetched(`http://${host}:${port}/`)).toBe('ENOTPUBLIC')
  })

  it('are not made to a name that leads inside, not even at a second look (L08)', async () => {
    visits = 0
    const inner: string[][] = [
      ['127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254'],
      [],
    ]
    for (const addresses of inner) {
      const agent = createPublicAgent(noNearHosts, saying(addresses))
      expect(await fetched(`http://inner.test:${port}/`, agent)).toBe('ENOTPUBLIC')
    }
    // The first lookup was public; the connection asks again and uses only its own answer.
    const rebinding = createPublicAgent(noNearHosts, saying(['127.0.0.1'], ['93.184.216.34']))
    expect(await fetched(`http://rebinding.test:${port}/`, rebinding)).toBe('ENOTPUBLIC')
    expect(visits).toBe(0)
  })

  it('leave out the inside addresses of a name (L08)', async () => {
    const agent = createPublicAgent(noNearHosts, saying(['127.0.0.1', '192.0.2.1']))
    expect(await fetched(`http://mixed.test:${port}/`, agent)).toBe('ENOTPUBLIC')
    expect(visits).toBe(0)
  })

  it('are guarded in Node’s own fetch as well (L08)', async () => {
    const usual = getGlobalDispatcher()
    setGlobalDispatcher(createPublicAgent(noNearHosts, saying(['127.0.0.1'])))
    try {
      const inside = globalThis.fetch(`http://inside.test:${port}/`)
      await expect(inside).rejects.toMatchObject({ cause: { code: 'ENOTPUBLIC' } })
    } finally {
      setGlobalDispatcher(usual)
    }
    expect(visits).toBe(0)
  })

  it('are made to the names that an operator allows anywhere', async () => {
    const agent = createPublicAgent(new Set(['localhost']), saying(['127.0.0.1']))
    expect(await fetched(`http://localhost:${port}/`, agent)).toBe('the inside')
  })

  it('are allowed to the public internet', () => {
    for (const address of ['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111']) {
      expect([address, isPublicAddress(address)]).toEqual([address, true])
    }
    expect(isPublicAddress('localhost')).toBe(false)
  })
})
