import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownThemes } from '@gatehouse/contract/theme/ownThemes'
import { saveConnection } from '../../database/federation/connectionStatements.ts'
import * as samples from '../../../test/fixtures/samples/samplePictures.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { mailThemeOf } from '../../mail/themes.ts'
import { type CardDrawer, createCardDrawer } from './drawCard.ts'

/* The card of a player as a picture to share: it shows the name, and more only by a tick. */

const run = promisify(execFile)

let app: TestApp
let folder: string
let draw: CardDrawer
let player: TestVisitor
let playerId: number
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-cards-'))
  await mkdir(join(folder, 'prerender'))
  const writer = join(import.meta.dirname, '../../../../portal/build/writeCards.mjs')
  await run(process.execPath, [writer, join(folder, 'prerender/cardArt.json')])
  draw = createCardDrawer(folder)
  app = await startApp({
    settings: { DATA_DIR: folder, PORTAL_DIST: folder },
    deployments: { local: { EnableSecuritySection: true, Avatars: { uploads: true } } },
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  count += 1
  player = await signedInPlayer(app, registerForm({ Username: `Carded${count}` }))
  playerId = (await player.readToken()).Id_User
  const { kysely } = app.services.database
  await kysely
    .updateTable('players')
    .set({ titles: 'Map Maker;VIP' })
    .where('deployment', '=', 'local')
    .where('id', '=', playerId)
    .execute()
  const account = { accountId: `7656${count}`, name: 'Ada', avatar: '' }
  await saveConnection(kysely, 'local', playerId, 'steam', account, app.clock.now())
})

/** Nothing is ticked. */
const bare = { Titles: false, Links: [] as string[] }

async function cardOf(ticks: Partial<typeof bare> = {}): Promise<Buffer> {
  const body = { ...bare, ...ticks }
  const { Picture } = await player.call('makePlayerCard', { path: { userId: playerId }, body })
  return Buffer.from(Picture, 'base64')
}

describe('a player’s card', () => {
  it('is a PNG of 1200 by 630 pixels without metadata', async () => {
    const card = await cardOf({ Titles: true, Links: ['steam'] })
    expect(card.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    const { width, height, format, exif, xmp, comments } = await sharp(card).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
    expect([exif, xmp, comments]).toEqual([undefined, undefined, undefined])
  })

  it('shows titles and linked accounts by a tick alone', async () => {
    const plain = await cardOf()
    const cards = [
      plain,
      await cardOf({ Titles: true }),
      await cardOf({ Links: ['steam'] }),
      await cardOf({ Titles: true, Links: ['steam'] }),
    ]
    expect(new Set(cards.map((card) => card.toString('base64'))).size).toBe(4)
  })

  it('shows nothing else of the player: another address makes the same card', async () => {
    const before = await cardOf({ Titles: true, Links: ['steam'] })
    await app.services.database.kysely
      .updateTable('players')
      .set({ email: `other${count}@example.com`, firstname: 'Grace', lastname: 'Hopper' })
      .where('deployment', '=', 'local')
      .where('id', '=', playerId)
      .execute()
    expect(await cardOf({ Titles: true, Links: ['steam'] })).toEqual(before)
  })

  it('shows the player’s upload, and the letter for a picture that is elsewhere', async () => {
    const letter = await cardOf()
    const path = { userId: playerId }
    const Picture = (await samples.png()).toString('base64')
    await player.call('uploadAvatar', { path, body: { Picture } })
    expect(await cardOf()).not.toEqual(letter)
    await app.services.database.kysely
      .updateTable('players')
      .set({ avatar_source: 'steam', avatar_url: 'https://pictures.invalid/1.png' })
      .where('deployment', '=', 'local')
      .where('id', '=', playerId)
      .execute()
    expect(await cardOf()).toEqual(letter)
  })

  it.each([['twitch'], ['no-service'], ['__proto__']])(
    'with an account that is not linked is refused at its field: %s',
    async (service) => {
      const call = { path: { userId: playerId }, body: { ...bare, Links: ['steam', service] } }
      expect(await player.refused('makePlayerCard', call)).toEqual({
        status: 400,
        items: ['ERROR_CARD_NOT_LINKED@Links'],
      })
    },
  )

  it('is the player’s own: another one and a visitor are refused', async () => {
    const call = { path: { userId: playerId }, body: bare }
    const other = await signedInPlayer(app, registerForm({ Username: `Carder${count}` }))
    expect((await other.refused('makePlayerCard', call)).items).toEqual(['ERROR_NOT_ALLOWED@'])
    expect((await app.visitor().refused('makePlayerCard', call)).status).toBe(401)
  })

  it('is refused after sixty in an hour', async () => {
    const call = { path: { userId: playerId }, body: { ...bare, Links: ['twitch'] } }
    for (let card = 0; card < 60; card += 1) await player.refused('makePlayerCard', call)
    const refusal = await player.refused('makePlayerCard', { ...call, body: bare })
    expect(refusal.items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })

  it('is not there in an environment as the specification has it', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: `Plain${count}` }), 'prod')
    const { Id_User: userId } = await visitor.readToken()
    expect((await visitor.refused('makePlayerCard', { path: { userId }, body: bare })).status).toBe(
      400,
    )
  })
})

const lookOf = (name: string) => {
  const { dark: colours, ...look } = mailThemeOf(
    { configuration: { Environment: 'LOCAL' }, theme: { name, tokens: {} } },
    'en',
  )
  return { ...look, colours }
}
const content = { name: 'PlayerOne', titles: [], links: [], studio: 'Studio' }
const order = { hasScene: true, picture: null, content }

const drawn = async (titles: string[], name: string) => {
  const links = [{ sign: 1, name, service: 'Steam' }]
  const look = lookOf('platform')
  return draw({ ...order, theme: 'platform', look, content: { ...content, titles, links } })
}

describe('the drawing of a card', () => {
  it('is unavailable without a built portal, whose art it needs', async () => {
    const lone = createCardDrawer(join(folder, 'none'))
    expect(await lone({ ...order, theme: 'platform', look: lookOf('platform') })).toBeNull()
  })

  it.each(Object.keys(ownThemes))('knows the art of the theme %s', async (theme) => {
    const [card, plain] = await Promise.all([
      draw({ ...order, theme, look: lookOf(theme) }),
      draw({ ...order, theme, look: lookOf(theme), hasScene: false }),
    ])
    if (card === null || plain === null) throw new Error('The card was cut off.')
    expect((await sharp(card).metadata()).width).toBe(1200)
    expect(plain.length).toBeLessThan(card.length)
  })

  it('leaves out a title with letters that the face has not, and names the service instead of such a name', async () => {
    expect(await drawn(['VIP', '地図職人'], '日本')).toEqual(await drawn(['VIP'], 'Steam'))
  })

  it('takes texts as letters and never as a part of the drawing', async () => {
    const hostile = '"/><image href="/etc/passwd"/><text>&lt;'
    const links = [{ sign: 1, name: hostile, service: hostile }]
    const card = await draw({
      ...order,
      theme: 'platform',
      look: lookOf('platform'),
      content: { name: hostile, titles: [hostile], links, studio: hostile },
    })
    expect(card).not.toBeNull()
  })
})
