import { expect } from '@playwright/test'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { themedDeployments } from '../screenshots/variants.ts'
import { logIn, portal } from './players.ts'
import { test } from './test.ts'

/* What WebKit paints: a document says where its parts are, not that they are seen. */

test('Every theme shows its first words and its art', async ({ webkit }) => {
  for (const deployment of themedDeployments) {
    await test.step(deployment, async () => {
      await webkit.goto(portalOf(deployment))
      await webkit.shows('#root[data-alive] h1')
      const coloursOf = async (part: string) =>
        (await webkit.looksOf(`document.querySelector('${part}')`)).colours
      for (const part of ['[data-art]', 'h1']) {
        await expect.poll(() => coloursOf(part), part).toBeGreaterThan(2)
      }
      // What is painted wrongly comes and goes with each picture.
      for (const part of ['[data-art]', 'h1', '[data-art]', 'h1', 'h1']) {
        expect(await coloursOf(part), part).toBeGreaterThan(2)
      }
    })
  }
})

test('The head of the account follows a choice of light or dark, and its words have an even ground', async ({
  webkit,
}) => {
  await webkit.goto(`${portal}/login`)
  await webkit.press('Reject all')
  await logIn(webkit, 'PlayerOne', 'Welcome2Gatehouse')
  await webkit.sees('Your player card')
  await webkit.goto(`${portal}/account/newsletter`)
  await webkit.shows('#root[data-alive] h1')
  const head = `document.querySelector('section[data-size]')`
  const lightOfScene = async () => (await webkit.looksOf(`${head}.firstElementChild`)).light
  await webkit.press('Light')
  await expect.poll(lightOfScene).toBeGreaterThan(160)
  await webkit.press('Dark')
  await expect.poll(lightOfScene).toBeLessThan(70)

  const ground = `${head}.querySelector('p').parentElement`
  await webkit.run(`for (const words of ${ground}.children) words.style.visibility = 'hidden'`)
  expect((await webkit.looksOf(ground)).colours).toBe(1)
})
