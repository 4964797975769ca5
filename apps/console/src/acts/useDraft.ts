import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isLeaving } from '../api/session.ts'
import { useIsShown } from './useIsShown.ts'
import { useKeyedOrder } from './useKeyedOrder.ts'

/** A draft as it is worked at, and as the server has it. */
interface Work<Value> {
  readonly value: Value
  /** Undefined for a draft that was never saved. */
  readonly id: number | undefined
  readonly revision: number | undefined
  /** The saved value, as JSON. */
  readonly saved: string
}

interface Options<Value> {
  readonly deployment: string
  /** The act that saves it, and the field of its order that has the number of the draft. */
  readonly act: 'drafts save' | 'mailings save'
  readonly field: 'draft' | 'mailing'
  readonly start: Value
  readonly known: { readonly id: number; readonly revision: number } | null
  readonly orderOf: (value: Value) => object
}

interface Found {
  readonly problems?: readonly string[]
}

/** Drafts with changes that are not saved: they outlive their screen. The browser asks before the page goes. */
const unsaved = new Map<string, Work<unknown>>()
addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0 && !isLeaving()) event.preventDefault()
})

/**
 * A draft that a person works at: changes are kept on the way to another screen and back, and where
 * saving them is refused.
 */
export function useDraft<Value>({ deployment, act, field, start, known, orderOf }: Options<Value>) {
  const queries = useQueryClient()
  const order = useKeyedOrder()
  const nameOf = (id: number | undefined) => `${act} ${deployment} ${id ?? 'new'}`
  const given: Work<Value> = {
    value: start,
    id: known?.id,
    revision: known?.revision,
    saved: JSON.stringify(start),
  }
  const [work, setWork] = useState(
    () => (unsaved.get(nameOf(known?.id)) as Work<Value> | undefined) ?? given,
  )
  // A save that is under way ends with the words of then.
  const latest = useRef(work)
  const { attempt, isBusy, refusal, forget } = useAttempt()
  const isShown = useIsShown()
  const [problems, setProblems] = useState<readonly string[]>([])

  // A draft without changes is as the server has it: another window may have saved it, or published
  // what a new one begins with.
  const isNewer =
    known === null
      ? work.id === undefined && work.saved !== given.saved
      : known.revision > (work.revision ?? 0)
  const isOvertaken = isNewer && !differs(work)
  const now = isOvertaken ? given : work
  const newest = () => (latest.current === work ? now : latest.current)

  function put(next: Work<Value>): void {
    unsaved.delete(nameOf(latest.current.id))
    if (differs(next)) unsaved.set(nameOf(next.id), next)
    latest.current = next
    setWork(next)
  }

  /** Saves the draft where it differs, and answers its number and revision; null where it was refused. */
  async function save() {
    const { value, id, revision, saved } = newest()
    const text = JSON.stringify(value)
    if (text === saved && id !== undefined && revision !== undefined) return { id, revision }
    const of = id === undefined ? {} : { [field]: id, revision }
    return attempt(async () => {
      const ordered = { order: { deployment, ...orderOf(value), ...of } }
      const { data } = await order(act, ordered)
      const done = data as Readonly<Record<typeof field | 'revision', number>> & Found
      const named = { id: done[field], revision: done.revision }
      // Words that were typed meanwhile are not saved.
      put({ ...latest.current, ...named, saved: text })
      setProblems(done.problems ?? [])
      void queries.invalidateQueries()
      return named
    })
  }

  /** Orders an act about the draft, saved first. Answers the sentence about it; null where it was refused. */
  async function saveAnd(name: string, more: (revision: number) => object) {
    const saved = await save()
    if (saved === null) return null
    return attempt(async () => {
      const ordered = { order: { deployment, [field]: saved.id, ...more(saved.revision) } }
      const { message } = await order(name, ordered)
      return message
    })
  }

  /** Goes back to what is saved, by another person too. */
  function undo() {
    const value = JSON.parse(latest.current.saved) as Value
    put(known === null ? { ...latest.current, value } : given)
    forget()
    void queries.invalidateQueries()
  }

  return {
    value: now.value,
    change: (value: Value) => put({ ...newest(), value }),
    save,
    saveAnd,
    undo,
    /** True while a save or an act about the draft is under way. */
    isBusy,
    /** Says whether the person has gone on to another screen meanwhile. */
    isLeft: () => !isShown(),
    isChanged: differs(now),
    refusal,
    /** Why the saved draft cannot be published. */
    problems: isOvertaken ? [] : problems,
    id: now.id,
  }
}

/** Work at the server: whether it is under way, and why it was refused. */
function useAttempt() {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    setBusy(true)
    try {
      const result = await work()
      setRefusal(null)
      return result
    } catch (error) {
      setRefusal(error)
      return null
    } finally {
      setBusy(false)
    }
  }
  return {
    attempt,
    isBusy,
    refusal,
    forget: () => setRefusal(null),
  }
}

function differs({ value, saved }: Work<unknown>): boolean {
  return JSON.stringify(value) !== saved
}
