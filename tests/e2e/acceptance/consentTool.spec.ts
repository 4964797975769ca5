import { ports } from '../fixtures/running-product/ports.ts'
import { consentValues } from '../fixtures/consent.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'
import { requestsOfNextPages } from '../fixtures/traffic.ts'

const { standIns } = await ports()
const standIn = `http://localhost:${standIns}`
const inCharge = { CustomCookiesManagement: true }

test('A self-hosted tool: its script, its dialog, its choice · PROD', async ({
  page,
  stubbedApi,
  context,
}) => {
  const tags: string[] = []
  await context.route('https://www.googletagmanager.com/**', (route) => {
    tags.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  const script = `${standIn}/consent-tool/tool.js`
  const requests = await requestsOfNextPages(page)
  const loads = () => requests.map((request) => request.url())
  await stubbedApi.in('PROD', { ...inCharge, ConsentToolUrl: script, TagManagerId: 'GTM-X' })

  await page.goto('/login')
  await expect(page.getByLabel('Username or email')).toBeVisible()
  expect(loads()).not.toContain(script)

  await page.goto('/')
  await control(page, 'Cookies').click()
  await expect(page.getByRole('dialog', { name: 'Consent tool' })).toBeVisible()
  expect(loads()).toContain(script)
  expect(tags).toEqual([])
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect.poll(() => tags).toHaveLength(1)
  await expect.poll(() => consentValues(context)).toEqual({ analytics: '1', marketing: '1' })
})
