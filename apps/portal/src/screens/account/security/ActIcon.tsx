import { activityKinds, type LedgerAct } from '@gatehouse/contract/activity'
import styles from './Security.module.css'

/** Shapes on a grid of 24. */
const shapes = {
  'sign-ins': 'M13 4h6v16h-6M4 12h10m-4-4 4 4-4 4',
  changes: 'm4 20 1-5L16 4l4 4L9 19l-5 1ZM13.5 6.5l4 4',
  devices: 'M3.5 5h17v11h-17zM12 16v4m-4 0h8',
  sites:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5q-7 8.5 0 17M12 3.5q7 8.5 0 17',
  support: 'M5 15v-3a7 7 0 0 1 14 0v3M3.5 13.5h3v5h-3zM17.5 13.5h3v5h-3zM19 18.5q0 2.5-5 2.5',
  guard: 'M12 3l7.5 2.5V12c0 4.5-3 7.5-7.5 9.5C7.5 19.5 4.5 16.5 4.5 12V5.5Z',
  frost: 'M12 3v18M4.2 7.5l15.6 9M4.2 16.5l15.6-9',
  back: 'M4 5v5h5M4.6 10A8 8 0 1 1 4 14',
  warning: 'M12 3 2 20.5h20L12 3Zm0 6.5v5m0 3v.5',
} as const

const guards = /^(passkey|app|service|codes|two-step|password|proven)/

function shapeOf(act: LedgerAct): keyof typeof shapes {
  if (act === 'sign-in-failed' || act === 'numbers-guessed') return 'warning'
  if (act === 'frozen' || act === 'unfrozen') return 'frost'
  if (act === 'rewound' || act.startsWith('rewind')) return 'back'
  if (act.startsWith('recover')) return 'warning'
  if (guards.test(act)) return 'guard'
  // A newer server knows more acts than this page.
  return (activityKinds as Partial<typeof activityKinds>)[act] ?? 'changes'
}

/** The kind of an act, beside its sentence. */
export function ActIcon({ act }: { readonly act: LedgerAct }) {
  const shape = shapeOf(act)
  return (
    <svg className={`drawn ${styles.act}`} data-kind={shape} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[shape]} />
    </svg>
  )
}
