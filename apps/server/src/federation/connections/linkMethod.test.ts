import { readFileSync } from 'node:fs'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { expect, test } from 'vitest'
import { type DeploymentFile, deploymentOf } from '../../deployments/deployments.ts'
import { linkMethodOf } from './linkMethod.ts'

const path = new URL('../../../../../deploy/samples/showcase.json', import.meta.url)
const file = JSON.parse(readFileSync(path, 'utf8')) as DeploymentFile

test.each(identityProviderNames)(
  'the sample that has everything on links %s by its own credentials',
  (service) => {
    const name = 'showcase'
    expect(linkMethodOf(deploymentOf(name, file, {}), service)).toBe('provider')
  },
)
