import { Button } from '@gatehouse/ui/Button'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askFor } from '../acts/openAct.ts'
import { say } from '../acts/toasts.ts'
import { Unsaved } from '../acts/Unsaved.tsx'
import { isRefusal } from '../api/session.ts'
import { partOf } from '../api/partOf.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { ColourFields } from '../brand/ColourFields.tsx'
import type { Pressed } from '../brand/pressed.ts'
import { Frames, type Looked } from '../brand/Frames.tsx'
import { PlanView } from '../brand/PlanView.tsx'
import type { Overlay, Shown } from '../brand/studio.ts'
import { type Draft, type DraftInFull, usePreviews, useStudio } from '../brand/useStudio.ts'
import { ImageFields, ValueFields } from '../brand/ValueFields.tsx'
import { LiveVersion, VersionList } from '../brand/VersionList.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Mark } from '../lists/Person.tsx'
import { Empty, Loaded, RefusalNotice } from '../lists/states.tsx'
import { forThose } from './missing.tsx'

const from = '/$place/brand'

/** With the rules and the texts, which few visits of the studio need. */
const wordsFile = {
  queryKey: ['file', 'Words'],
  queryFn: () => partOf(() => import('../brand/Words.tsx')),
  staleTime: Infinity,
} as const

/** The look and the configuration of a deployment: drafts, what they would do, and versions. */
export const Brand = forThose('deployments show', BrandOf)

function BrandOf({ place }: { readonly place: Place }) {
  const deployment = { deployment: place.path }
  const shown = useLook('deployments show', deployment)
  const drafts = useLook('drafts list', deployment)
  const { draft, step } = useSearch({ from })
  const known = useLook(
    'drafts show',
    { ...deployment, draft: Number(draft) },
    { isWanted: draft !== undefined },
  )
  return (
    <div className="screen">
      <h1>Look and configuration</h1>
      <Steps />
      <Loaded from={shown}>
        {(data) => {
          if (step === 'versions') return <VersionList place={place} />
          if (draft === undefined)
            return <Begin place={place} shown={data} drafts={drafts.data ?? []} />
          if (step === 'plan' && isRefusal(known.error, 'NOT_FOUND')) {
            // What it held when it was looked at last is what is served.
            return known.data?.overlay === data.overlay ? (
              <LiveVersion place={place} />
            ) : (
              <Gone draft={draft} />
            )
          }
          return (
            <Loaded from={known}>
              {(one) =>
                step === 'plan' ? (
                  <PlanOf place={place} shown={data} draft={one} />
                ) : (
                  <Editor key={one.draft} place={place} shown={data} known={one} />
                )
              }
            </Loaded>
          )
        }}
      </Loaded>
    </div>
  )
}

/** The steps of a draft, as links. */
function Steps() {
  const { place } = useParams({ from })
  const { draft, step = 'edit' } = useSearch({ from })
  const steps = [
    ['edit', 'Edit'],
    ['words', 'Words'],
    ...(draft === undefined ? [] : [['plan', 'Effects'] as const]),
    ['versions', 'Versions'],
  ] as const
  return (
    <nav className="tabs" aria-label="Steps">
      {steps.map(([name, title]) => (
        <Link
          key={name}
          to={from}
          params={{ place }}
          search={{ ...(draft !== undefined && { draft }), step: name }}
          aria-current={step === name ? 'page' : undefined}
          data-here={step === name || undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

interface BeginProps {
  readonly place: Place
  readonly shown: Shown
  readonly drafts: readonly Draft[]
}

/** Drafts to go on with, or a new one. */
function Begin({ place, shown, drafts }: BeginProps) {
  return (
    <>
      {drafts.length > 0 && (
        <section className="card">
          <h2>Drafts</h2>
          <ul className="plain">
            {drafts.map(({ draft, revision, changedBy, person, changedAt, stagedOn }) => (
              <li key={draft}>
                <Link to={from} params={{ place: place.path }} search={{ draft: String(draft) }}>
                  Draft {draft}
                </Link>
                , changed by {changedBy} <Moment of={changedAt} />
                <Mark of={person} />
                {stagedOn !== null && <span className="tag calm">staged on {stagedOn}</span>}
                {may(place, 'drafts discard') && (
                  <button
                    type="button"
                    className="plain"
                    onClick={() =>
                      askFor({ name: 'drafts discard', place, preset: { draft, revision } })
                    }
                  >
                    Discard<span className="unseen"> draft {draft}</span>…
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Editor place={place} shown={shown} known={null} />
    </>
  )
}

/** The choices of the pictures: they outlive the screen, as the draft does. */
const lastLooked = new Map<string, Looked>()

function useLooked(deployment: string, { languages }: Shown) {
  const [looked, setLooked] = useState<Looked>(
    () =>
      lastLooked.get(deployment) ?? {
        screen: 'login',
        mail: 'mail:confirmation',
        language: languages[0] ?? 'en',
      },
  )
  const look = (next: Looked) => {
    lastLooked.set(deployment, next)
    setLooked(next)
  }
  return [looked, look] as const
}

interface EditorProps {
  readonly place: Place
  readonly shown: Shown
  readonly known: DraftInFull | null
}

/** The fields of a draft beside eight pictures of it. */
function Editor({ place, shown, known }: EditorProps) {
  const { step } = useSearch({ from })
  const studio = useStudio(place.path, shown, known)
  const previews = usePreviews(place.path)
  const save = useSave(studio)
  const words = useQuery({ ...wordsFile, enabled: step === 'words' })
  const { value: overlay, change, refusal, problems } = studio
  const [looked, setLooked] = useLooked(place.path, shown)
  const [pressed, press] = usePressed()
  const mayEdit = may(place, 'drafts save') && shown.consoleEdits !== 'none'
  const stagedOn = known?.stagedOn ?? null

  async function testMail() {
    const { mail, language } = looked
    const said = await studio.saveAnd('drafts test-mail', (revision) => ({
      revision,
      mail: mail.slice('mail:'.length),
      language,
    }))
    if (said !== null) say(said)
  }

  return (
    <div className="studio">
      <div className="studio-fields">
        <Obstacle mayEdit={mayEdit} stagedOn={stagedOn} />
        <fieldset disabled={!mayEdit || stagedOn !== null}>
          <legend className="unseen">Fields</legend>
          {step === 'words' ? (
            <Loaded from={words}>
              {({ Words }) => (
                <Words
                  key={JSON.stringify(pressed)}
                  pressed={pressed}
                  onAll={() => press(null)}
                  shown={shown}
                  overlay={overlay}
                  onChange={change}
                  onLook={(mail, language) => setLooked({ ...looked, mail, language })}
                />
              )}
            </Loaded>
          ) : (
            <Groups shown={shown} overlay={overlay} onChange={change} />
          )}
        </fieldset>
        {problems.map((problem) => (
          <p key={problem} className="complaint" role="alert">
            {problem}
          </p>
        ))}
        {refusal !== null && <RefusalNotice error={refusal} />}
        <Unsaved of={studio} />
        <div className="acts studio-acts">
          <Button isBusy={studio.isBusy} onClick={() => void save('plan')}>
            See what would happen
          </Button>
          <Button look="secondary" isBusy={studio.isBusy} onClick={() => void save()}>
            Save draft
          </Button>
        </div>
      </div>
      <Loaded from={previews}>
        {({ address }) => (
          <Frames
            address={address}
            shown={shown}
            changes={overlay}
            onPress={press}
            looked={looked}
            onLook={setLooked}
            isBusy={studio.isBusy}
            onTest={mayEdit && may(place, 'drafts test-mail') ? () => void testMail() : null}
          />
        )}
      </Loaded>
    </div>
  )
}

/** What was pressed in a picture last: its words are on the step of words. */
function usePressed() {
  const navigate = useNavigate({ from })
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const press = (next: Pressed | null) => {
    setPressed(next)
    void navigate({ search: (now) => ({ ...now, step: 'words' }) })
  }
  return [pressed, press] as const
}

/** Saves the draft, and leads to a step of it. */
function useSave(studio: ReturnType<typeof useStudio>) {
  const navigate = useNavigate({ from })
  return async (next?: 'plan') => {
    const saved = await studio.save()
    if (saved === null) return
    if (next !== 'plan') say(`Draft ${saved.id} is saved. Players see nothing of it.`)
    if (studio.isLeft()) return
    // The way back leads to the draft, and not to another new one.
    const draft = String(saved.id)
    await navigate({ search: (now) => ({ ...now, draft }), replace: true })
    if (next === 'plan') await navigate({ search: { draft, step: next } })
  }
}

interface ObstacleProps {
  readonly mayEdit: boolean
  readonly stagedOn: string | null
}

/** Why the fields cannot be changed. */
function Obstacle({ mayEdit, stagedOn }: ObstacleProps) {
  if (!mayEdit) return <p className="lead">This deployment is changed in its file alone.</p>
  if (stagedOn === null) return null
  return <p className="lead">It is staged on {stagedOn}: end the stage to change it.</p>
}

interface GroupsProps {
  readonly shown: Shown
  readonly overlay: Overlay
  readonly onChange: (overlay: Overlay) => void
}

const classes = [
  ['look', 'More words and addresses'],
  ['feature', 'Features'],
  ['security', 'Security: an operator and a second person'],
] as const

/** What most changes are about. */
const first = { fields: ['Welcome', 'Lead'], tokens: ['--accent', '--bar', '--on-bar'] } as const

const isFirst = (names: readonly string[], name: string) => names.includes(name)

function Groups({ shown, overlay, onChange }: GroupsProps) {
  const ofTheme = shown.fields.find(({ field }) => field === 'theme')
  const theme = (ofTheme?.value ?? {}) as Readonly<Record<string, unknown>>
  const others = shown.fields.filter(
    ({ field }) => field !== 'theme' && !isFirst(first.fields, field),
  )
  const draft = { overlay, onChange }
  const colours = { tokens: shown.tokens, ...draft }
  return (
    <>
      <section className="group first" aria-label="What most changes are about">
        <ImageFields theme={theme} parts={['icon', 'banner']} {...draft} />
        <ValueFields
          fields={shown.fields.filter(({ field }) => isFirst(first.fields, field))}
          {...draft}
        />
        <ColourFields isShown={(token) => isFirst(first.tokens, token)} {...colours} />
      </section>
      <details className="group">
        <summary>More colours, and corners</summary>
        <ColourFields isShown={(token) => !isFirst(first.tokens, token)} {...colours} />
      </details>
      <details className="group">
        <summary>More pictures</summary>
        <ImageFields theme={theme} parts={['artLight', 'artDark', 'wordmark']} {...draft} />
      </details>
      {classes.map(([kind, title]) => (
        <details key={kind} className="group">
          <summary>{title}</summary>
          <ValueFields fields={others.filter((field) => field.class === kind)} {...draft} />
        </details>
      ))}
    </>
  )
}

/** The end of a draft that was looked at: it is a version now, or nothing. */
function Gone({ draft }: { readonly draft: string }) {
  const { place } = useParams({ from })
  return (
    <Empty title={`Draft ${draft} is over`}>
      It was published, or discarded.{' '}
      <Link to={from} params={{ place }} search={{ step: 'versions' }}>
        See the versions
      </Link>
    </Empty>
  )
}

interface PlanProps {
  readonly place: Place
  readonly shown: Shown
  readonly draft: DraftInFull
}

function PlanOf({ place, shown, draft }: PlanProps) {
  const order = { deployment: place.path, draft: draft.draft }
  const plan = useLook('drafts plan', order)
  const { data: previews } = usePreviews(place.path)
  return (
    <Loaded from={plan}>
      {(data) => (
        <PlanView
          plan={data}
          draft={draft}
          place={place}
          shown={shown}
          changes={JSON.parse(draft.overlay) as Overlay}
          address={previews?.address}
        />
      )}
    </Loaded>
  )
}
