import { writeFile } from 'node:fs/promises'
import { expect, test as base } from '@playwright/test'
import { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { Traffic } from './Traffic.ts'
import { Driver, WebKit } from './WebKit.ts'

interface Fixtures {
  readonly traffic: Traffic
  readonly webkit: WebKit
  readonly mailbox: Mailbox
}

/** A test in WebKit fails when a page has an error, or a request is refused that it does not expect. */
export const test = base.extend<Fixtures, { driver: Driver }>({
  driver: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off its pattern
    async ({}, use) => {
      const driver = await Driver.start()
      await use(driver)
      await driver.end()
    },
    { scope: 'worker' },
  ],

  // oxlint-disable-next-line no-empty-pattern
  traffic: async ({}, use) => {
    const traffic = new Traffic()
    await use(traffic)
    traffic.end()
    expect(traffic.faults, 'faults of pages and requests').toEqual([])
  },

  webkit: async ({ driver, traffic }, use, testInfo) => {
    const webkit = await WebKit.open(driver, await traffic.listen())
    await webkit.resize(1280, 900)
    await use(webkit)
    if (testInfo.status !== testInfo.expectedStatus) {
      await writeFile(testInfo.outputPath('picture.png'), await webkit.picture())
    }
    await webkit.end()
  },

  // oxlint-disable-next-line no-empty-pattern
  mailbox: async ({}, use) => use(new Mailbox()),
})
