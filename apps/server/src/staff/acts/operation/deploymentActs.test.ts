import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'

const line =
  'deployments new --studio Orangery --account https://account.site.test --front https://www.site.test'

it('gatehouse deployments new prints a file that a server takes, with strong sign-in and the security section on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-new-'))
  const environment = { DEPLOYMENTS_DIR: folder, LOG_LEVEL: 'silent' }
  const { output } = await gatehouse(null, line, { environment })
  await writeFile(join(folder, 'orangery.json'), output)
  expect(JSON.parse(output)).toMatchObject({
    Environment: 'PROD',
    EnableCaptcha: true,
    EnableSecuritySection: true,
    StrongSignIn: 'optional',
    newBrowserMails: 'always',
  })
  expect(await jsonOutputOf(null, 'check --deployment orangery', { environment })).toMatchObject({
    name: 'orangery',
    hasSecuritySection: true,
    offersStrongSignIn: true,
  })
  await rm(folder, { recursive: true })
})

it('gatehouse deployments new gives each file its own key and the wished log-in, and refuses an address that no server takes', async () => {
  const keyOf = async () => (await jsonOutputOf(null, line)) as { readonly AccountApiKey: string }
  expect((await keyOf()).AccountApiKey).not.toBe((await keyOf()).AccountApiKey)
  expect(await jsonOutputOf(null, `${line} --log-in in-one-step`)).toMatchObject({
    Environment: 'SANDBOX',
  })
  const refused = await gatehouse(null, line.replace('https://account', 'ftp://account'))
  expect([refused.exitCode, refused.output]).toEqual([1, ''])
  expect(refused.errors).toContain('AccountUrl')
})
