import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@gatehouse/contract/entities'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import {
  surveyQuestions,
  surveySteps,
  tidyAnswers,
  unansweredField,
  type SurveyAnswers,
} from '@gatehouse/contract/survey'
import { Form } from '../../forms/submit/Form.tsx'
import { FormError } from '../../forms/submit/FormError.ts'
import type { Submission } from '../../forms/submit/useSubmission.ts'
import { linkedAccount } from '../../session/connects.ts'
import { usePortal, useSession, useSettings } from '../../context/portal.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Question } from './Question.tsx'
import styles from './Survey.module.css'
import { useEffect, useState } from 'react'
import { tabStore } from '../../storage/tabStore.ts'

const unanswered: ErrorCode = 'You must answer this question.'

export function Survey() {
  const { user } = useSession()
  return user === null ? null : <Steps user={user} />
}

/** Ten steps; each shows itself when the one before is complete. */
function Steps({ user }: { readonly user: User }) {
  const { go } = usePortal()
  const { connects } = useSession()
  const { t } = useLingui()
  const { answers, reached, answer, forget } = useAnswers(user.Id)
  const count = surveySteps.length

  async function send({ api }: Submission) {
    const missing = surveyQuestions
      .map((question) => unansweredField(question, answers))
      .filter((field) => field !== null)
    if (missing.length > 0) {
      throw new FormError(...missing.map((Property) => ({ Property, ErrorMessage: unanswered })))
    }
    const SteamId = linkedAccount(connects, 'steam')
    // Without Steam no account can be rewarded: the answers stay until the player comes back.
    if (SteamId !== null) {
      const body = { ...tidyAnswers(answers), SteamId, Username: user.Username }
      await api('sendQualificationSurvey', { body })
      forget()
    }
    go(paths.surveyConfirm)
  }

  return (
    <>
      <h1>{t`Qualification survey`}</h1>
      <p>{t`Ten short steps, a few minutes, and a badge for your profile.`}</p>
      {linkedAccount(connects, 'steam') === null && <NeedsSteam />}
      <div className={`line ${styles.progress}`}>
        <p role="status">
          <Trans>
            Step {reached} of {count}
          </Trans>
        </p>
        <div className="track" aria-hidden="true">
          {surveySteps.map(([question], index) => (
            <span key={question?.field} data-reached={index < reached} />
          ))}
        </div>
      </div>
      <Form
        name="survey"
        draft="nothing"
        stays
        submitLabel={<Trans>Send</Trans>}
        isComplete={reached === count}
        onSubmit={send}
      >
        <ol className={styles.steps} aria-label={t`Steps`}>
          {surveySteps.slice(0, reached).map((questions) => (
            <li key={questions[0]?.field} className="stack comes">
              {questions.map((question) => (
                <Question
                  key={question.field}
                  question={question}
                  answers={answers}
                  onAnswer={answer}
                />
              ))}
            </li>
          ))}
        </ol>
      </Form>
    </>
  )
}

/** Said before the first question: answers without a Steam account can be given and not sent. */
function NeedsSteam() {
  const { t } = useLingui()
  const { AccountUrl } = useSettings().configuration
  const back = new URLSearchParams({
    redirectUrl: `${AccountUrl.replace(/\/+$/, '')}${paths.survey}`,
  })
  return (
    <div className="plate acts apart">
      <p className="grows">{t`You need a linked Steam account to send your answers: the badge goes there.`}</p>
      <LinkButton look="secondary" href={`${paths.steamLink}?${back}`}>
        <Trans>Link Steam now</Trans>
      </LinkButton>
    </div>
  )
}

interface Filled {
  readonly answers: SurveyAnswers
  /** How many steps were shown so far: a step that was shown stays. */
  readonly reached: number
}

const blank: SurveyAnswers = {
  Age: null,
  Gender: null,
  Country: '',
  DevType: null,
  FavoriteFeatures: [],
  SocialNetworks: [],
  OtherSocialNetworks: '',
  Gameinformationources: [],
  OtherGameinformationources: '',
  HasInfluencers: null,
  Influencers: '',
  GamingWebsites: [],
  OtherGamingWebsites: '',
  Reviews_GamingWebsite: null,
  Reviews_Influencers: null,
  Reviews_Steam: null,
  HasOtherStudios: null,
  OtherStudios: '',
  AdditionnalMessage: '',
}

/** The answers of a player, kept in this tab until they are sent. */
function useAnswers(userId: number) {
  const place = `survey.${userId}`
  const [filled, setFilled] = useState(() => readFilled(tabStore.read(place)))

  useEffect(() => tabStore.write(place, filled), [place, filled])

  return {
    ...filled,
    answer(difference: Partial<SurveyAnswers>) {
      setFilled(({ answers, reached }) => {
        const next = { ...answers, ...difference }
        return { answers: next, reached: Math.max(reached, firstIncompleteStep(next)) }
      })
    },
    forget: () => tabStore.forget(place),
  }
}

/** 1 for the first step; the last when every step is complete. */
function firstIncompleteStep(answers: SurveyAnswers): number {
  const index = surveySteps.findIndex((questions) =>
    questions.some((question) => unansweredField(question, answers) !== null),
  )
  return index === -1 ? surveySteps.length : index + 1
}

/** The answers that a tab has kept, without invalid ones. */
function readFilled(stored: unknown): Filled {
  const { answers, reached } = (stored ?? {}) as { answers?: unknown; reached?: unknown }
  const fitting = Object.entries(answers ?? {}).filter(([field, answer]) => fits(field, answer))
  const read: SurveyAnswers = { ...blank, ...Object.fromEntries(fitting) }
  const isStep = typeof reached === 'number' && surveySteps[reached - 1] !== undefined
  return { answers: read, reached: Math.max(isStep ? reached : 1, firstIncompleteStep(read)) }
}

function fits(field: string, answer: unknown): boolean {
  const empty = (blank as Readonly<Record<string, unknown>>)[field]
  if (typeof empty === 'string') return typeof answer === 'string'
  if (empty === null) return ['number', 'boolean'].includes(typeof answer)
  return (
    Array.isArray(empty) && Array.isArray(answer) && answer.every((one) => typeof one === 'string')
  )
}
