import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { test } from '../fixtures/test.ts'

// The portal's own policy says who may frame it.
test.use({ bypassCSP: false })

test('H08 A frame, a prefetch, an image or a script of another site links, unlinks and logs out no player · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('https://evil.io/')
  for (const path of ['/steam/unlink', '/steam/link', '/twitch/unlink', '/account/logout']) {
    await page.evaluate(
      async (url) => {
        const frame = Object.assign(document.createElement('iframe'), { src: url })
        const framed = new Promise((resolve) => {
          frame.addEventListener('load', resolve, { once: true })
        })
        document.body.append(
          frame,
          Object.assign(document.createElement('link'), { rel: 'prefetch', href: url }),
          Object.assign(document.createElement('img'), { src: url }),
        )
        await fetch(url, { mode: 'no-cors', credentials: 'include' }).catch(() => null)
        await framed
      },
      `${portalOf('LOCAL')}${path}`,
    )
  }
  await stubbedApi.settled(page)
  expect(stubbedApi.calls.map(({ name }) => name)).toEqual([])
})
