import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { registerPlayer } from '../fixtures/steps/newPlayer.ts'
import { freshName, registrationOf } from '../fixtures/steps/registration.ts'
import { AccountApi } from '../fixtures/running-product/accountApi.ts'
import { test } from '../fixtures/test.ts'
import { chosen, seed } from './chosen.ts'
import { play } from './play.ts'
import { deployed, portal, World } from './world.ts'

/*
 * A player's ordinary days: each journey with each interruption at each of its steps. By day some of
 * them, at night all; README.md says how to play them again.
 */

for (const { journey, step, interruption } of chosen) {
  test(`${journey.name}, ${step.name}: ${interruption.name} · ${seed} (T04, T37, T41, T42, T46, T47)`, async ({
    page,
    context,
    mailbox,
    request,
  }) => {
    const api = new AccountApi(request, deployed)
    const parts = { page, context, mailbox, api }
    if (journey.who === 'nobody') {
      const player = registrationOf(freshName())
      return play(new World({ ...parts, player }), journey, step, interruption)
    }
    const { registration: player, link, dispose } = await registerPlayer(deployed, mailbox)
    await api.send('POST email/confirm', { Uid: link.searchParams.get('uid') })
    await dispose()
    const world = new World({ ...parts, player })
    if (journey.who === 'player') {
      await page.goto(`${portal}/login`)
      await logIn(page, 'PROD', { name: player.username, password: player.password })
      await expect(page).toHaveURL(`${portal}/account`)
    }
    await play(world, journey, step, interruption)
  })
}
