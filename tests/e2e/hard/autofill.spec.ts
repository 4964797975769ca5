import { execFileSync } from 'node:child_process'
import { expect } from '../fixtures/expect.ts'
import { test } from '../fixtures/test.ts'

/* Chromium's own autofill. Its shell has none: this is the whole browser, without a window. */

test.use({
  launchOptions: {
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox'],
  },
})

const address = {
  fields: [
    { name: 'NAME_FULL', value: 'Ada Byron' },
    { name: 'NAME_FIRST', value: 'Ada' },
    { name: 'NAME_LAST', value: 'Byron' },
    { name: 'COMPANY_NAME', value: 'Engines' },
    { name: 'EMAIL_ADDRESS', value: 'ada@example.com' },
    { name: 'PHONE_HOME_WHOLE_NUMBER', value: '+442071234567' },
  ],
}

/** Where the player's hand is when the browser offers to fill in the rest, and what it fills. */
const forms = [
  ['SANDBOX', 'Email', 'ada@example.com'],
  // The trap stands beside names, and is called one.
  ['TWO-POINT-STUDIOS', 'Firstname', 'Ada'],
] as const

for (const [environment, name, value] of forms) {
  test(`K12 The browser fills in what a form asks for, and no trap · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in(environment)
    await page.goto('/register')
    const selector = `input[name=${name}]`
    await page.locator(selector).click()
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { node } = await session.send('DOM.describeNode', { nodeId })
    await session.send('Autofill.trigger', { fieldId: node.backendNodeId, address })
    await expect(page.locator(selector)).toHaveValue(value)
    await expect(page.locator('input[name=UsageNameHoneyPot]')).toHaveValue('')
    await expect(page.locator('input[name=Additional]')).not.toBeChecked()
  })
}
