import { Key } from '#admin/kit/keys-help.tsx'

/** Prints what the page shows on paper. */
export function PrintButton() {
  return (
    <button type="button" onClick={() => window.print()} data-key="p" className="tool-main">
      In tem <Key name="p" />
    </button>
  )
}
