import { Button } from '@gatehouse/ui/Button'
import { saveFile } from '@gatehouse/ui/saveFile'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, RefusalError, takeFile } from '../api/call.ts'
import { asOwn } from '../api/session.ts'
import type { Place } from '../api/useMe.ts'
import { RefusalNotice } from '../lists/states.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Value } from '../lists/Value.tsx'
import { proofWindow } from './useOrdering.ts'

export interface FileTicket {
  readonly ticket: string
  readonly name: string
  readonly expiresAt: string
}

function fileOf(data: unknown): FileTicket | null {
  const file = (data as { readonly file?: Partial<FileTicket> } | null)?.file
  return typeof file?.ticket === 'string' ? (file as FileTicket) : null
}

/** True where an answer is more than a sentence: it stays until the person has read it. */
export function hasMoreToShow({ data, message, approval }: Answer): boolean {
  if (approval !== null || fileOf(data) !== null) return true
  if (data === null || typeof data !== 'object') return false
  const values = Object.values(data)
  // A sentence about a few plain values has said them.
  return message === ''
    ? values.length > 0
    : values.some((value) => value !== null && typeof value === 'object')
}

interface Props {
  readonly answer: Answer
  readonly place: Place
  readonly onClose: () => void
}

/** The end of an act that a sentence does not say. */
export function Outcome({ answer: { data, message, approval }, place, onClose }: Props) {
  const file = fileOf(data)
  const [end, setEnd] = useState<FileEnd>('waits')
  const [isStored, setStored] = useState(false)
  // Another time does not bring the file again.
  const isOver = file === null || end instanceof RefusalError || isStored
  return (
    <div className="outcome">
      {approval !== null && (
        <p>
          A colleague has to approve it by <Moment of={approval.expiresAt} />.{' '}
          <Link
            to="/$place/approvals/$id"
            params={{ place: place.path, id: approval.id }}
            onClick={onClose}
          >
            See the request
          </Link>
        </p>
      )}
      {message !== '' && approval === null && <p className="message">{message}</p>}
      {file !== null && <TakeFile file={file} onEnd={setEnd} />}
      {end === 'taken' && (
        <label className="check">
          <input
            type="checkbox"
            checked={isStored}
            onChange={(event) => setStored(event.currentTarget.checked)}
          />
          I have saved the file
        </label>
      )}
      {file === null && approval === null && data !== null && <Value of={data} />}
      <div className="acts">
        <Button look="secondary" disabled={!isOver} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

type FileEnd = 'waits' | 'taken' | RefusalError

interface FileProps {
  readonly file: FileTicket
  readonly onEnd?: (end: FileEnd) => void
}

/** Gives the person a file, once. */
export function TakeFile({ file: { ticket, name, expiresAt }, onEnd }: FileProps) {
  const [state, setState] = useState<FileEnd>('waits')
  const [isBusy, setBusy] = useState(false)
  function finish(end: FileEnd) {
    setState(end)
    onEnd?.(end)
  }
  async function take() {
    setBusy(true)
    try {
      saveFile(await asOwn(() => takeFile(ticket)), name)
      finish('taken')
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      finish(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p>
        You can download <strong>{name}</strong> once, until <Moment of={expiresAt} />. Nobody else
        can.
      </p>
      {state instanceof RefusalError && <RefusalNotice error={state} />}
      {state === 'taken' ? (
        <p role="status">Downloaded.</p>
      ) : (
        <Button isBusy={isBusy} onClick={() => void take()}>
          Download
        </Button>
      )}
    </>
  )
}

/** The form stays open while the person proves who they are. */
export function Proof({ onBack }: { readonly onBack: () => void }) {
  return (
    <div className="proof" role="status">
      <p>Prove who you are in the other window. After that, this goes on by itself.</p>
      <div className="acts">
        <Button look="quiet" onClick={onBack}>
          Back to the form
        </Button>
        <a className="button" href="/step-up" target={proofWindow}>
          Open the other window
        </a>
      </div>
    </div>
  )
}
