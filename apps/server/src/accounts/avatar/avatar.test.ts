import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  refreshConnection,
  removeConnection,
  saveConnection,
} from '../../database/federation/connectionStatements.ts'
import { type BucketStandIn, startBucket } from '../../../test/fixtures/bucketStandIn.ts'
import { gatehouse, jsonOutputOf } from '../../../test/fixtures/processes/runGatehouse.ts'
import * as samples from '../../../test/fixtures/samples/samplePictures.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { runWaiting } from '../../../test/fixtures/runWaiting.ts'

/* The picture of a player: where it comes from, who sees it, and what is left of it. */

const gallery = ['gallery/fox.svg', 'owl.png']

let app: TestApp
let folder: string
let player: TestVisitor
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-avatars-'))
  app = await startApp({
    settings: { DATA_DIR: folder },
    deployments: {
      local: { MediasUrl: 'https://medias.site.test', Avatars: { uploads: true, gallery } },
      prod: { MediasUrl: 'https://medias.site.test', Avatars: { uploads: false, gallery } },
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  count += 1
  player = await signedInPlayer(app, registerForm({ Username: `Painter${count}` }))
})

const idOf = async (visitor: TestVisitor) => (await visitor.readToken()).Id_User
const pathOf = async (visitor: TestVisitor) => ({ userId: await idOf(visitor) })
const shownOf = async (visitor: TestVisitor) =>
  (await visitor.call('readProfile', { path: await pathOf(visitor), query: {} })).AvatarUrl
const inBase64 = (bytes: Buffer) => ({ Picture: bytes.toString('base64') })

async function upload(visitor: TestVisitor, bytes: Buffer): Promise<string> {
  const call = { path: await pathOf(visitor), body: inBase64(bytes) }
  return (await visitor.call('uploadAvatar', call)).AvatarUrl
}

async function refusedUpload(visitor: TestVisitor, body: { readonly Picture: string }) {
  return visitor.refused('uploadAvatar', { path: await pathOf(visitor), body })
}

/** The name of the upload at an address. */
const nameOf = (url: string) => url.replaceAll(/^.*\/|-256\.webp$/g, '')
/** The files of uploads that are kept now. */
const files = () => readdir(join(folder, 'avatars', 'local')).catch(() => [])
/** Deletes what no player shows, as the server does all the time. */
const removeWaiting = () => runWaiting(app.services.jobs, 'uploads')

describe('an uploaded picture', () => {
  it('is shown in the profile, and given to everyone for ever without metadata', async () => {
    const url = await upload(player, await samples.jpegOfPhone())
    expect(url).toMatch(/^http:\/\/localhost:4000\/avatars\/[\w-]{43}-256\.webp$/)
    expect(await shownOf(player)).toBe(url)
    const visitor = app.visitor()
    for (const side of [256, 64]) {
      const path = new URL(url).pathname.replace('256', String(side))
      const answer = await visitor.send({ method: 'GET', url: path })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(answer.rawPayload.includes('Secretplace')).toBe(false)
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: side, height: side })
      const head = await visitor.send({ method: 'HEAD', url: path })
      expect([head.statusCode, head.payload]).toEqual([200, ''])
    }
  })

  it('is not there on the portal of another deployment', async () => {
    const { pathname } = new URL(await upload(player, await samples.png()))
    const answer = await app.visitor('prod').send({ method: 'GET', url: pathname })
    expect(answer.statusCode).toBe(404)
  })

  it('takes the place of the one before, whose files are deleted', async () => {
    const first = await upload(player, await samples.png())
    const second = await upload(player, await samples.webp())
    expect(second).not.toBe(first)
    await removeWaiting()
    const names = (await files()).join()
    expect(names).not.toContain(nameOf(first))
    expect(names).toContain(nameOf(second))
    const gone = await app.visitor().send({ method: 'GET', url: new URL(first).pathname })
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store'])
  })

  it('is removed: the letter is back, the files are gone, and the log says so', async () => {
    const before = await files()
    await upload(player, await samples.png())
    expect((await files()).length).toBe(before.length + 2)
    const path = await pathOf(player)
    expect(await player.call('removeAvatar', { path, body: {} })).toEqual({ AvatarUrl: '' })
    expect(await shownOf(player)).toBe('')
    expect((await player.call('listAvatars', { path })).Source).toBe('')
    await removeWaiting()
    expect(await files()).toEqual(before)
    const line = app.logged.findLast((each) => each.includes('avatar.changed')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      security: true,
      source: 'letter',
      deployment: 'local',
    })
  })

  it('is erased with the account', async () => {
    await removeWaiting()
    const before = await files()
    const url = await upload(player, await samples.png())
    const body = { Password: samplePassword, Email: `painter${count}@site.test` }
    const reason = { Id_DeletionType: 1, DeletionReason: '' }
    await player.call('deleteUser', { path: await pathOf(player), body: { ...body, ...reason } })
    await removeWaiting()
    expect(await files()).toEqual(before)
    const answer = await app.visitor().send({ method: 'GET', url: new URL(url).pathname })
    expect(answer.statusCode).toBe(404)
  })

  it('is taken away by an operator, with an entry in the audit log', async () => {
    const before = await files()
    await upload(player, await samples.png())
    const done = await gatehouse(
      app,
      `players reset-avatar Painter${count} --deployment local --why "ticket 9"`,
    )
    expect(done).toMatchObject({
      exitCode: 0,
      output: `Painter${count} no longer has a picture.\n`,
    })
    expect(await shownOf(player)).toBe('')
    await removeWaiting()
    expect(await files()).toEqual(before)
    const [entry] = (await jsonOutputOf(app, 'audit list --limit 1')) as object[]
    expect(entry).toMatchObject({ command: 'players reset-avatar', why: 'ticket 9' })
  })

  it('leaves no files behind where it never became the picture', async () => {
    await removeWaiting()
    const before = await files()
    const squares = [Buffer.from('large'), Buffer.from('small')] as const
    const playerId = await idOf(player)
    await app.services.uploads.keep('local', playerId, squares)
    expect((await files()).length).toBe(before.length + 2)
    // A removal that has an hour is none that waits.
    const states = await app.services.jobs.states()
    expect(states.find(({ queue }) => queue === 'avatar-removal')?.waiting).toBe(0)
    // As if the hour had gone by.
    const { boss } = app.services.jobs
    const jobs = await boss.findJobs('avatar-removal', { data: { playerId } })
    for (const { id } of jobs) await boss.update('avatar-removal', undefined, { id, startAfter: 0 })
    await removeWaiting()
    expect(await files()).toEqual(before)
  })
})

describe('an upload', () => {
  it.each([
    ['an SVG', () => samples.svg, 'ERROR_AVATAR_TYPE'],
    ['a GIF', samples.gif, 'ERROR_AVATAR_TYPE'],
    ['an empty file', () => Buffer.alloc(0), 'ERROR_AVATAR_TYPE'],
    ['a page that begins like a PNG', () => samples.pageAsPng, 'ERROR_AVATAR_UNREADABLE'],
    ['half a JPEG', samples.truncatedJpeg, 'ERROR_AVATAR_UNREADABLE'],
    ['a PNG of 20000×20000 pixels', () => samples.pixelBomb(), 'ERROR_AVATAR_DIMENSIONS'],
    ['a byte more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 4), 'ERROR_AVATAR_SIZE'],
    ['8 MB', () => Buffer.alloc(8 * 1024 * 1024), 'ERROR_AVATAR_SIZE'],
  ])('of %s is refused at its field, and nothing is kept', async (_, make, code) => {
    const before = await files()
    const refusal = await refusedUpload(player, inBase64(await make()))
    expect(refusal).toEqual({ status: 400, items: [`${code}@Picture`] })
    expect(await files()).toEqual(before)
    expect(await shownOf(player)).toBe('')
  })

  it.each(['no base64!', 'data:image/png;base64,AAAA', '\0', 'AAAA\n'])(
    'of the text %j is refused',
    async (Picture) => {
      expect(await refusedUpload(player, { Picture })).toEqual({
        status: 400,
        items: ['ERROR_AVATAR_TYPE@Picture'],
      })
    },
  )

  it('of a moving picture or of one with a page behind it becomes a still without the page', async () => {
    for (const make of [samples.animatedWebp, samples.polyglot]) {
      const url = await upload(player, await make())
      const answer = await app.visitor().send({ method: 'GET', url: new URL(url).pathname })
      expect(answer.rawPayload.includes('<script>')).toBe(false)
      expect((await sharp(answer.rawPayload).metadata()).pages).toBeUndefined()
    }
  })

  it('needs a session, and is for the own account alone', async () => {
    const path = await pathOf(player)
    const body = inBase64(await samples.png())
    const anonymous = await app.visitor().refused('uploadAvatar', { path, body })
    expect(anonymous).toEqual({ status: 401, items: [] })
    const other = await signedInPlayer(app, registerForm({ Username: `Other${count}` }))
    expect((await other.refused('uploadAvatar', { path, body })).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })

  it('is refused after thirty changes in an hour', async () => {
    const path = await pathOf(player)
    const body = { Source: 'gallery', Name: 'owl.png' } as const
    for (let change = 0; change < 30; change += 1) await player.call('chooseAvatar', { path, body })
    const refusal = await refusedUpload(player, inBase64(await samples.png()))
    expect(refusal.items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })
})

describe('a picture that is there already', () => {
  it('can be chosen from the gallery, and is below the address of the pictures', async () => {
    const path = await pathOf(player)
    const offer = await player.call('listAvatars', { path })
    expect(offer).toEqual({
      Source: '',
      TakesUploads: true,
      Gallery: gallery.map((name) => ({ Name: name, AvatarUrl: name })),
      Linked: [],
    })
    const body = { Source: 'gallery', Name: 'gallery/fox.svg' } as const
    expect(await player.call('chooseAvatar', { path, body })).toEqual({
      AvatarUrl: 'gallery/fox.svg',
    })
    expect(await shownOf(player)).toBe('gallery/fox.svg')
    expect((await player.call('listAvatars', { path })).Source).toBe('gallery')
  })

  it.each([
    ['gallery', '../secret.svg'],
    ['gallery', 'https://tracker.example/pixel.png'],
    ['gallery', ''],
    ['linked', 'steam'],
    ['linked', '__proto__'],
    ['upload', 'owl.png'],
    ['', 'owl.png'],
  ] as const)('is not what a player names: %s %j', async (Source, Name) => {
    const call = { path: await pathOf(player), body: { Source, Name } }
    expect(await player.refused('chooseAvatar', call)).toEqual({
      status: 400,
      items: ['ERROR_AVATAR_NOT_EXISTS@Name'],
    })
  })

  it('can be that of a linked account, which it follows until the account is unlinked', async () => {
    const playerId = await idOf(player)
    const { kysely } = app.services.database
    const now = app.clock.now()
    const account = {
      accountId: `7656${count}`,
      name: 'Ada',
      avatar: 'https://pictures.test/1.jpg',
    }
    await saveConnection(kysely, 'local', playerId, 'steam', account, now)
    const path = { userId: playerId }
    expect((await player.call('listAvatars', { path })).Linked).toEqual([
      { CanonicalName: 'steam', Name: 'Steam', AvatarUrl: account.avatar },
    ])
    const body = { Source: 'linked', Name: 'steam' } as const
    await player.call('chooseAvatar', { path, body })
    expect(await shownOf(player)).toBe(account.avatar)
    expect((await player.call('listAvatars', { path })).Source).toBe('linked')

    const next = { ...account, avatar: 'https://pictures.test/2.jpg' }
    await refreshConnection(kysely, 'local', 'steam', account.accountId, next, now)
    expect(await shownOf(player)).toBe(next.avatar)

    await removeConnection(kysely, 'local', playerId, 'steam', now)
    expect(await shownOf(player)).toBe('')
  })

  it('stays when another account than its own is unlinked', async () => {
    const path = await pathOf(player)
    await player.call('chooseAvatar', { path, body: { Source: 'gallery', Name: 'owl.png' } })
    await removeConnection(
      app.services.database.kysely,
      'local',
      path.userId,
      'steam',
      app.clock.now(),
    )
    expect(await shownOf(player)).toBe('owl.png')
  })
})

describe('a deployment', () => {
  it('with a gallery alone takes no uploads', async () => {
    const form = registerForm({ Username: `Prod${count}` })
    const other = await signedInPlayer(app, form, 'prod')
    const path = await pathOf(other)
    expect((await other.call('listAvatars', { path })).TakesUploads).toBe(false)
    const body = inBase64(await samples.png())
    expect((await other.refused('uploadAvatar', { path, body })).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })

  it('with neither offers nothing', async () => {
    const form = registerForm({ Username: `Sandbox${count}` })
    const other = await signedInPlayer(app, form, 'sandbox')
    const path = await pathOf(other)
    expect(app.deployment('sandbox').configuration.EnableAvatarSection).toBe(false)
    expect((await other.refused('listAvatars', { path })).items).toEqual(['ERROR_NOT_ALLOWED@'])
  })
})

it.each([
  '/avatars/x.webp',
  '/avatars/..%2f..%2fgatehouse.key',
  `/avatars/${'a'.repeat(43)}-1.webp`,
])('The address %s is nothing', async (url) => {
  expect((await app.visitor().send({ method: 'GET', url })).statusCode).toBe(404)
})

describe('a bucket', () => {
  let bucket: BucketStandIn
  let other: TestApp
  beforeAll(async () => {
    bucket = await startBucket()
    other = await startApp({
      nodes: 1,
      settings: {
        AVATAR_S3_URL: `${bucket.url}/`,
        AVATAR_S3_REGION: bucket.region,
        AVATAR_S3_ACCESS_KEY_ID: bucket.key.accessKeyId,
        AVATAR_S3_SECRET_ACCESS_KEY: bucket.key.secretAccessKey,
      },
      deployments: { local: { Avatars: { uploads: true, gallery: [] } } },
    })
  })
  afterAll(async () => {
    await other.close()
    await bucket.close()
  })

  it('keeps the pictures, gives them, and loses them with the account', async () => {
    const ada = await signedInPlayer(other, registerForm({ Username: 'Ada' }))
    const { pathname } = new URL(await upload(ada, await samples.png()))
    expect([...bucket.objects.keys()].toSorted()).toEqual(
      ['256', '64'].map(
        (side) => `/pictures/avatars/local${pathname.slice(8).replace('256', side)}`,
      ),
    )
    const answer = await other.visitor().send({ method: 'GET', url: pathname })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256 })
    await gatehouse(other, 'players erase Ada --deployment local --why asked')
    await runWaiting(other.services.jobs, 'uploads')
    expect(bucket.objects.size).toBe(0)
  })

  it('out of reach is a refusal to come back later, and the earlier picture stays', async () => {
    const ben = await signedInPlayer(other, registerForm({ Username: 'Ben' }))
    const url = await upload(ben, await samples.png())
    bucket.isDown = true
    const body = inBase64(await samples.webp())
    const refusal = await ben.refused('uploadAvatar', { path: await pathOf(ben), body })
    expect(refusal).toEqual({ status: 503, items: ['ERROR_UNAVAILABLE@'] })
    const { pathname } = new URL(url)
    const answer = await other.visitor().send({ method: 'GET', url: pathname })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store'])
    bucket.isDown = false
    expect(await shownOf(ben)).toBe(url)
    expect(other.logged.some((line) => line.includes('avatar.not_stored'))).toBe(true)
  })
})
