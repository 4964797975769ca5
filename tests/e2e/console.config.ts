import { defineConfig } from '@playwright/test'
import { servedAlone } from './fixtures/usualConfig.ts'

const alone = servedAlone('console')

/** The studio's console alone. */
export default defineConfig({ ...alone, use: { ...alone.use, timezoneId: 'Europe/London' } })
