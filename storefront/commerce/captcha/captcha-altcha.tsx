import { useState } from 'react'
import { Icon } from '#web/ui/icons.tsx'
import type { CaptchaProps } from '#storefront/commerce/captcha/captcha-request.ts'

const texts = {
  idle: 'Nhấn để xác thực',
  busy: 'Đang xác thực…',
  failed: 'Chưa được. Vui lòng nhấn lại.',
}

/** A checkbox that computes the proof of work in the background. The code is fetched when it is ticked. */
export function CaptchaAltcha({ response, onSolved }: CaptchaProps) {
  const [state, setState] = useState<keyof typeof texts>('idle')
  const isSolved = response !== null
  const solve = async () => {
    if (isSolved || state === 'busy') return
    setState('busy')
    try {
      const { solveChallenge } = await import('#web/runtime/captcha/captcha-solver.ts')
      onSolved(await solveChallenge())
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <label className="flex min-h-11 w-full cursor-pointer items-center gap-3 noscript:hidden">
      <span className="grid size-6 shrink-0 place-items-center">
        {state === 'busy' ? (
          <Icon
            name="loader-circle"
            className="col-start-1 row-start-1 size-6 text-accent motion-safe:animate-spin"
          />
        ) : null}
        <input
          type="checkbox"
          checked={isSolved}
          onChange={() => void solve()}
          aria-busy={state === 'busy'}
          className={`col-start-1 row-start-1 size-6 accent-accent ${state === 'busy' ? 'opacity-0' : ''}`}
        />
      </span>
      {/* The text is there from the start, so that nothing moves when it changes. */}
      <span className="grid min-w-0 leading-snug">
        <span className="font-semibold">Tôi không phải là robot</span>
        <span
          role="status"
          className={`flex h-5 items-center gap-1 text-sm whitespace-nowrap ${isSolved ? 'text-success' : 'text-muted'}`}
        >
          {isSolved && <Icon name="circle-check" className="size-4 shrink-0" />}
          {isSolved ? 'Đã xác thực' : texts[state]}
        </span>
      </span>
    </label>
  )
}
