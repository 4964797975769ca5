import { describe, expect, it } from 'vitest'
import { avatarOf } from './accounts.ts'

const source = {
  hosts: ['images.xbox.test', '.steam.test'],
  secureHosts: { 'images.xbox.test': 'images-ssl.xbox.test' },
  apiBase: 'https://api.xbox.test',
}

describe('an avatar', () => {
  it.each([
    ['https://images.xbox.test/image?url=a&w=1', 'https://images.xbox.test/image?url=a&w=1'],
    ['http://images.xbox.test/image?url=a&w=1', 'https://images-ssl.xbox.test/image?url=a&w=1'],
    ['http://cdn.steam.test/a.jpg', 'https://cdn.steam.test/a.jpg'],
  ])('of a known host is shown by https: %s (O49)', (given, shown) => {
    expect(avatarOf(given, source)).toBe(shown)
  })

  it.each([
    'http://images.xbox.test:8080/a.png',
    'http://user@images.xbox.test/a.png',
    'http://images.xbox.test.evil.test/a.png',
    'http://steam.test/a.png',
    'ftp://images.xbox.test/a.png',
    'http://169.254.169.254/latest/meta-data',
  ])('of another host, port or protocol is left out: %s (O49)', (given) => {
    expect(avatarOf(given, source)).toBe('')
  })

  it('of a stand-in without TLS stays as it is', () => {
    const local = { ...source, apiBase: 'http://localhost:4001/xbox' }
    const address = 'http://localhost:4001/xbox/avatars/1.svg'
    expect([avatarOf(address, local), avatarOf(address, source)]).toEqual([address, ''])
  })
})
