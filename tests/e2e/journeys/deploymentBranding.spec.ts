import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { test } from '../fixtures/test.ts'

/* A deployment's file changes the look: no build knows of it. */

// The page's own policy lets the images through.
test.use({ bypassCSP: false })

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>`

for (const colorScheme of ['light', 'dark'] as const) {
  test(`A deployment's own icon, banner, scene and colours are shown · ${colorScheme}`, async ({
    page,
  }) => {
    const fetched = new Set<string>()
    await page.route('**/brand/*.svg', async (route) => {
      fetched.add(new URL(route.request().url()).pathname)
      await route.fulfill({ contentType: 'image/svg+xml', body: drawing })
    })
    await page.emulateMedia({ colorScheme })
    await page.goto(`${portalOf('BRANDED')}/login`)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    // The studio's name is heard where its banner is seen.
    await expect(page.getByRole('link', { name: /^Branded/i }).first()).toBeAttached()
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/brand/icon.svg')
    const scene = colorScheme === 'light' ? '/brand/day.svg' : '/brand/night.svg'
    await expect
      .poll(() => [...fetched].toSorted())
      .toEqual(expect.arrayContaining([scene, '/brand/banner.svg']))
    const way = page.getByRole('link', { name: 'Create an account' })
    const accent = colorScheme === 'light' ? 'oklch(0.4 0.13 150)' : 'oklch(0.85 0.13 150)'
    await expect(way).toHaveCSS('color', accent)
    // Colours that the file does not name stay the theme's.
    await expect(page.locator('html')).not.toHaveCSS('color', accent)
  })
}
