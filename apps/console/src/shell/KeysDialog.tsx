import { Button } from '@gatehouse/ui/Button'
import { Dialog } from '@gatehouse/ui/Dialog'
import { useStore } from '../api/store.ts'
import { keyWords, singleKeys, switchKeys } from './keys.ts'

/** All keys, and the switch for those of one letter. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const isOn = useStore(singleKeys)
  return (
    <Dialog title="Keys" onCancel={onClose}>
      <dl className="keys">
        {keyWords.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => switchKeys(event.currentTarget.checked)}
        />
        Keys of one letter
      </label>
      <div className="acts">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
