import { useEffect } from 'react'
import { useStore } from '../api/store.ts'
import { toast } from '../acts/toasts.ts'

/** The last thing that was done, in words, with its way back where there is one. */
export function Toasts() {
  const said = useStore(toast)
  const number = said?.number
  useEffect(() => {
    const timer = setTimeout(() => {
      // Not while it is read or used.
      if (document.querySelector('.toast:hover, .toast:focus-within') === null) toast.write(null)
    }, 12_000)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each message has its time
  }, [number])
  return (
    <div className="toasts">
      <div role="status">
        {said !== null && (
          <p key={said.number} className="toast">
            <span>{said.words}</span>
          </p>
        )}
      </div>
      {said !== null && (
        <div className="toast-acts">
          {said.offer !== undefined && (
            <button type="button" className="plain" onClick={() => dismiss(said.offer?.run)}>
              {said.offer.label}
            </button>
          )}
          <button type="button" className="plain" onClick={() => dismiss()}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  )
}

function dismiss(run?: () => void): void {
  toast.write(null)
  run?.()
}
