import {
  ages,
  developerTypes,
  favoriteFeatures,
  gamingWebsites,
  genders,
  informationSources,
  reviewImportances,
  socialNetworks,
} from '@gatehouse/contract/survey'
import { firstByDay } from '../../fixtures/environments.ts'
import { holdBack, ok, status } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { answerSurvey, option, question } from '../../fixtures/steps/survey.ts'
import { atNight, covers, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

const unanswered = 'You must answer this question.'
const send = 'POST survey/qualification'

for (const environment of firstByDay(['PROD', 'FOCUS'] as const)) {
  test(
    `AT-SUR-01 Each answer opens the next step · ${environment}`,
    covers('R-2.1-73', 'R-2.22-1', 'R-2.22-2', 'R-4.9-1 … R-4.9-4', 'R-9.1-16'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/survey/qualification')
      const questions = page.getByRole('main').getByRole('group')
      const shows = async (step: number, count: number) => {
        await expect(page.getByText(`Step ${step} of 10`)).toBeVisible()
        await expect(questions).toHaveCount(count)
      }
      await shows(1, 3)
      await option(page, 'How old', 'Under 18').check()
      await option(page, 'You are a', 'lady').check()
      await shows(1, 3)
      await field(page, 'Country').fill('france')
      await shows(2, 4)
      await option(page, 'made games', 'Producer').check()
      await shows(3, 5)
      await option(page, 'parts of our site', 'Help').check()
      await shows(4, 6)
      await option(page, 'social networks', 'Other').check()
      await shows(4, 6)
      await field(page, 'Which other social networks?').fill('Mastodon')
      await shows(5, 7)
      await option(page, 'information', "Let's Plays").check()
      await shows(6, 8)
      await option(page, 'follow influencers', 'Yes').check()
      await shows(6, 8)
      await field(page, 'Which influencers?').fill('Ann')
      await shows(7, 9)
      await option(page, 'gaming websites do you read', 'VGC').check()
      await shows(8, 12)
      await option(page, 'reviews on gaming websites', "I don't care").check()
      await option(page, 'reviews by influencers', "I don't care").check()
      await shows(8, 12)
      await option(page, 'reviews on Steam', "I don't care").check()
      await shows(9, 13)
      await expect(control(page, 'Send')).toBeDisabled()
      await option(page, 'other studios', 'No').check()
      await shows(10, 14)
      await control(page, 'Send').click()
      await expect(page).toBeOnPath('/survey/qualification/confirm')
      expect(stubbedApi.sent(send)[0]?.body).toMatchObject({
        AdditionnalMessage: '',
        Country: 'France',
      })
    },
  )
}

test(
  'AT-SUR-02 Each question has its options · PROD',
  covers('R-3.13-1 … R-3.13-8'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await answerSurvey(page)
    for (const [words, options] of [
      ['How old', ages],
      ['You are a', genders],
      ['made games', developerTypes],
      ['parts of our site', favoriteFeatures],
      ['social networks', [...socialNetworks, 'Other']],
      ['information', [...informationSources, 'Other']],
      ['gaming websites do you read', [...gamingWebsites, 'Other']],
      ['reviews on gaming websites', reviewImportances],
      ['reviews by influencers', reviewImportances],
      ['reviews on Steam', reviewImportances],
    ] as const) {
      await expect(question(page, words).locator('label')).toHaveText([...options])
    }
    expect(gamingWebsites).toHaveLength(20)
    for (const exact of ['SnapChat', "Let's Plays", "I don't care", "Can't decide without them"]) {
      await expect(page.getByText(exact, { exact: true }).first()).toBeVisible()
    }
  },
)

test(
  'AT-GEN-08 The country is completed 200 ms after the last key, and the list goes 300 ms after the focus · PROD',
  covers('R-9.1-13', 'R-9.1-14'),
  async ({ page, stubbedApi, signIn }) => {
    await page.clock.install()
    await stubbedApi.in('PROD')
    await signIn()
    await answerSurvey(page)
    const country = page.getByRole('combobox', { name: 'Country' })
    const matches = page.getByRole('listbox').getByRole('option')
    await country.fill('an')
    await expect(matches).toHaveCount(5)
    // From here on the page's clock goes only by what the test says.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await country.fill('egyp')
    await expect(country).toHaveValue('egyp')
    await page.clock.runFor(199)
    await expect(matches).toHaveCount(5)
    await page.clock.runFor(1)
    await expect(matches).toHaveText(['Egypt'])
    await country.fill('gree')
    await country.press('ArrowDown')
    await expect(matches.first()).toHaveText('Greece')
    await expect(matches.first()).toHaveAttribute('aria-selected', 'true')
    await country.blur()
    await page.clock.runFor(299)
    await expect(matches).not.toHaveCount(0)
    await page.clock.runFor(1)
    await expect(matches).toHaveCount(0)
  },
)

test(
  'AT-SUR-03 The country is completed as it is typed · PROD',
  covers('R-3.13-9', 'R-3.13-10', 'R-9.1-17'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await answerSurvey(page)
    const country = page.getByRole('combobox', { name: 'Country' })
    const matches = page.getByRole('listbox').getByRole('option')
    await country.fill('an')
    await expect(matches).toHaveCount(5)
    const chosen = (await matches.nth(1).textContent()) ?? ''
    await matches.nth(1).click()
    await expect(country).toHaveValue(chosen)
    await expect(matches).toHaveCount(0)

    await country.fill('ÉGYP')
    await expect(matches).toHaveText(['Egypt'])
    await country.press('ArrowDown')
    await expect(matches.first()).toHaveAttribute('aria-selected', 'true')
    const marked = (await matches.first().getAttribute('id')) ?? ''
    await expect(country).toHaveAttribute('aria-activedescendant', marked)
    await country.press('Enter')
    await expect(country).toHaveValue('Egypt')
    await expect(page).toBeOnPath('/survey/qualification')

    await country.fill('un')
    await expect(matches.first()).toBeVisible()
    await country.press('ArrowUp')
    await expect(matches.last()).toHaveAttribute('aria-selected', 'true')
    await country.press('ArrowDown')
    await expect(country).not.toHaveAttribute('aria-activedescendant')
    await country.press('Escape')
    await expect(country).toHaveAttribute('aria-expanded', 'false')
    await expect(country).toHaveValue('un')

    await country.fill('zzzz')
    await expect(matches).toHaveCount(0)
    await control(page, 'Send').click()
    await expect(country).toHaveError(unanswered)
    await expect(country).toBeFocused()
    await expect(page.getByText(unanswered)).toHaveCount(1)
    await expect(stubbedApi).toHaveSent(send, 0)
  },
)

test(
  'AT-SUR-04 The survey sends the specified payload · PROD',
  covers('R-3.12-1 … R-3.12-21', 'R-7.15-1'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await answerSurvey(page)
    await option(page, 'You are a', 'other').check()
    await option(page, 'made games', 'Musician').check()
    for (const of of ['on gaming websites', 'by influencers', 'on Steam']) {
      await option(page, `reviews ${of}`, "Can't decide without them").check()
    }
    await option(page, 'social networks', 'Other').check()
    await field(page, 'Which other social networks?').fill('Mastodon')
    await option(page, 'follow influencers', 'Yes').check()
    await field(page, 'Which influencers?').fill(' Ann and Bob ')
    await option(page, 'other studios', 'Yes').check()
    await field(page, 'Which studios?').fill('The one next door')
    await field(page, 'Message (optional)').fill('Hello')
    await control(page, 'Send').dblclick()
    await expect(page).toBeOnPath('/survey/qualification/confirm')
    expect(stubbedApi.sent(send).map(({ body }) => body)).toEqual([
      {
        Age: 4,
        Gender: 3,
        Country: 'France',
        DevType: 6,
        FavoriteFeatures: ['Forums'],
        SocialNetworks: ['Discord', 'Other'],
        OtherSocialNetworks: 'Mastodon',
        Gameinformationources: ['Wikis'],
        OtherGameinformationources: '',
        Influencers: 'Ann and Bob',
        HasInfluencers: true,
        GamingWebsites: ['IGN'],
        OtherGamingWebsites: '',
        Reviews_GamingWebsite: 4,
        Reviews_Influencers: 4,
        Reviews_Steam: 4,
        OtherStudios: 'The one next door',
        HasOtherStudios: true,
        AdditionnalMessage: 'Hello',
        SteamId: '7656',
        Username: 'PlayerOne',
      },
    ])
  },
)

test(
  'AT-SUR-05 An unanswered question is named · PROD',
  covers('R-4.9-5', 'R-5.7-1 … R-5.7-6'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await answerSurvey(page)
    await option(page, 'social networks', 'Other').check()
    const networks = field(page, 'Which other social networks?')
    await networks.fill(' ')
    await option(page, 'follow influencers', 'Yes').check()
    const influencers = field(page, 'Which influencers?')
    await option(page, 'other studios', 'Yes').check()
    const studios = field(page, 'Which studios?')
    await studios.fill(' ')
    await control(page, 'Send').click()
    for (const text of [networks, influencers, studios]) await expect(text).toHaveError(unanswered)
    await expect(page.getByText(unanswered)).toHaveCount(3)
    await expect(networks).toBeFocused()
    await expect(stubbedApi).toHaveSent(send, 0)

    await networks.pressSequentially('Mastodon')
    await expect(networks).toBeFocused()
    await influencers.fill('Ann')
    await studios.fill('The one next door')
    await expect(page.getByText(unanswered)).toHaveCount(0)
    await control(page, 'Send').click()
    await expect(page).toBeOnPath('/survey/qualification/confirm')
    await expect(stubbedApi).toHaveSent(send, 1)
  },
)

test(
  'AT-SUR-05 A list that is emptied again counts as unanswered · PROD',
  covers('R-5.7-1'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await answerSurvey(page)
    await option(page, 'information', 'Wikis').uncheck()
    await control(page, 'Send').click()
    await expect(option(page, 'information', "Let's Plays")).toHaveError(unanswered)
    await expect(page.getByText(unanswered)).toHaveCount(1)
  },
)

test(
  'AT-SUR-06 A player without Steam is asked to link it · PROD',
  covers('R-4.9-6', 'R-2.22-5', 'R-2.22-7', 'R-2.1-74'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    stubbedApi.stub('GET profile/connects', ok([]))
    await answerSurvey(page)
    await control(page, 'Send').click()
    await expect(page).toBeOnPath('/survey/qualification/confirm')
    await expect(stubbedApi).toHaveSent(send, 0)
    await control(page, 'Back to the survey').click()
    await expect(option(page, 'How old', 'Over 34')).toBeChecked()
    await page.goBack()

    const visit = page.waitForRequest((request) => request.url().includes('/steam/link'))
    await control(page, 'Link your Steam account').click()
    const { pathname, searchParams } = new URL((await visit).url())
    expect(pathname).toBe('/steam/link')
    expect(searchParams.get('redirectUrl')).toBe('https://www.site.test/profile/rewards')
  },
)

test(
  'AT-SUR-08 The last page thanks the player · PROD',
  covers('R-2.22-3', 'R-2.22-4', 'R-2.22-6'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/survey/qualification/confirm')
    await expect(page.getByText(/thank/i).first()).toBeVisible()
    await expect(page.getByText(/badge/i).first()).toBeVisible()
    await expect(page.getByText(/link your steam/i)).toHaveCount(0)
    await expect(page.locator('[href*="/steam/link"]')).toHaveCount(0)
  },
)

test(
  'AT-SUR-04 A send that fails with a refusal or an error of the server ends the loading, and says so in its place · PROD',
  atNight('R-4.9-7'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await answerSurvey(page)
    for (const answer of [status(400), status(500)]) {
      await test.step(`status ${answer.status}`, async () => {
        const held = holdBack()
        stubbedApi.stub(send, () => held.of(answer))
        await control(page, 'Send').click()
        await expect(control(page, 'Send')).toHaveAttribute('aria-busy', 'true')
        held.release()
        await expect(control(page, 'Send')).not.toHaveAttribute('aria-busy', 'true')
        await expect(page).toBeOnPath('/survey/qualification')
        await expect(page.getByRole('alert')).toContainText('An error occured.')
        await expect(option(page, 'How old', 'Over 34')).toBeChecked()
      })
    }
    stubbedApi.stub(send, ok())
    await control(page, 'Send').click()
    await expect(page).toBeOnPath('/survey/qualification/confirm')
    await expect(stubbedApi).toHaveSent(send, 3)
  },
)

test(
  'AT-SUR-01 The answers survive a reload, until they are sent · PROD',
  covers('R-4.9-1'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await answerSurvey(page)
    await field(page, 'Message (optional)').fill('Hello')
    await page.reload()
    await expect(page.getByText('Step 10 of 10')).toBeVisible()
    await expect(field(page, 'Country')).toHaveValue('France')
    await expect(field(page, 'Message (optional)')).toHaveValue('Hello')
    await expect(option(page, 'social networks', 'Discord')).toBeChecked()
    await control(page, 'Send').click()
    await expect(page).toBeOnPath('/survey/qualification/confirm')
    await page.goto('/survey/qualification')
    await expect(page.getByText('Step 1 of 10')).toBeVisible()
    await expect(option(page, 'How old', 'Over 34')).not.toBeChecked()
  },
)

test(
  'AT-SUR-01 A player who logs out leaves no answers behind · PROD',
  covers('R-4.9-1'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await answerSurvey(page)
    await control(page, 'Logout').click()
    await expect(page).toBeOnPath('/')
    await signIn()
    await page.goto('/survey/qualification')
    await expect(page.getByText('Step 1 of 10')).toBeVisible()
  },
)
