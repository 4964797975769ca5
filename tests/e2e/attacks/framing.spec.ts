import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls, callNames } from '@gatehouse/contract/calls'
import { paths } from '@gatehouse/contract/routes'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages, responsesOfNextPages } from '../fixtures/traffic.ts'

test.use({ bypassCSP: false })

const gets = callNames
  .filter((name) => calls[name].method === 'GET' && calls[name].caller !== 'anyone')
  .map((name) => `${portalOf('LOCAL')}/api/${calls[name].path.replace(/\{\w+\}/g, '1')}`)

/** A page of an attacker, on its own site. */
async function foreignSite(body: string): Promise<{ readonly url: string; close: () => void }> {
  const server: Server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Elsewhere</title>${body}`)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

test('K02 Nothing that another site can make a browser ask reaches a call · LOCAL', async ({
  page,
}) => {
  const markup = gets
    .map(
      (url) =>
        `<img src="${url}?by=image"><script src="${url}?by=script"></script>` +
        `<link rel=stylesheet href="${url}?by=style"><link rel=prefetch href="${url}?by=prefetch">`,
    )
    .join('')
  const site = await foreignSite(
    `${markup}<script>Promise.all(${JSON.stringify(gets)}.map((url) =>
      fetch(url + '?by=fetch', { mode: 'no-cors', credentials: 'include' }).catch(() => {})
    )).then(() => { document.title = 'Asked' })</script>`,
  )
  const requests = await requestsOfNextPages(page)
  const responses = await responsesOfNextPages(page)
  await page.goto(site.url, { waitUntil: 'load' })
  await expect(page).toHaveTitle('Asked')
  for (const by of ['image', 'script', 'style', 'fetch']) {
    const asked = new Set(
      requests.map((request) => request.url()).filter((url) => url.endsWith(`?by=${by}`)),
    )
    expect([by, asked.size]).toEqual([by, gets.length])
  }
  // The browser hides some answers from the page, and none of those that it shows is another.
  const answers = responses.filter((response) => pathOf(response).startsWith('/api/'))
  expect(answers.length).toBeGreaterThan(0)
  const others = answers.filter((response) => response.status() !== 401)
  expect(others.map((response) => response.url())).toEqual([])
  for (const url of gets.slice(0, 5)) {
    expect((await page.goto(url))?.status()).toBe(401)
  }
  expect(await page.context().cookies()).toEqual([])
  // With the key itself: the browser asks first, and is refused.
  const url = `${portalOf('LOCAL')}/api/cookie`
  await page.goto(site.url)
  const refusal = await page.evaluate(
    (address) =>
      fetch(address, { headers: { 'x-api-key': 'sample-local-key' } }).then(
        () => 'answered',
        () => 'stopped',
      ),
    url,
  )
  expect(refusal).toBe('stopped')
  site.close()
})

test('K04 No route and no answer is shown in a frame of another site · LOCAL', async ({ page }) => {
  const addresses = [...Object.values(paths).map((path) => `${portalOf('LOCAL')}${path}`), ...gets]
  const site = await foreignSite(
    addresses.map((url) => `<iframe width=9 height=9 src="${url}"></iframe>`).join(''),
  )
  await page.goto(site.url, { waitUntil: 'load' })
  // A frame that was refused shows a page of the browser's own, which belongs to no site.
  const shown = page
    .frames()
    .slice(1)
    .map((frame) => frame.url())
  expect(shown).toHaveLength(addresses.length)
  expect(shown.filter((url) => !url.startsWith('chrome-error:'))).toEqual([])
  site.close()
})

test('K04 A site that opens the portal in a window gets no hold of it · LOCAL', async ({
  page,
}) => {
  const site = await foreignSite('<button>Open</button>')
  await page.goto(site.url)
  await page.evaluate(
    (url) => {
      document.querySelector('button')?.addEventListener('click', () => {
        Object.assign(globalThis, { opened: window.open(url, 'portal') })
      })
    },
    `${portalOf('LOCAL')}/login`,
  )
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('button')])
  await expect(popup.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await popup.evaluate(() => window.opener === null)).toBe(true)
  expect(await page.evaluate('opened.closed')).toBe(true)
  site.close()
})

test('K14 No message from another window changes anything · LOCAL', async ({ page }) => {
  const listeners: string[] = []
  await page.exposeBinding('listens', (_, type: string) => void listeners.push(type))
  await page.addInitScript(() => {
    const add = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function listen(
      this: EventTarget,
      ...args: Parameters<typeof add>
    ) {
      if (this === globalThis && args[0] === 'message') {
        ;(globalThis as unknown as { listens: (type: string) => void }).listens(args[0])
      }
      return add.apply(this, args)
    }
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The last part to come.
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
  const before = await page.locator('body').innerHTML()
  await page.evaluate(() => {
    const messages: unknown[] = [
      { type: 'token', token: 'x', redirectUrl: 'https://evil.io' },
      'javascript:alert(1)',
      { action: 'navigate', path: '/account/logout' },
    ]
    for (const message of messages) window.postMessage(message, '*')
  })
  expect(await page.evaluate(() => window.onmessage)).toBeNull()
  expect(listeners).toEqual([])
  await expect(page).toHaveURL('/login')
  expect(await page.locator('body').innerHTML()).toBe(before)
})
