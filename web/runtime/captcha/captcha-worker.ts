import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

// Runs in a worker, so that typing and scrolling stay smooth. Answers with the text that a form sends, or null.
addEventListener('message', ({ data }: MessageEvent<Challenge>) => void answer(data))

async function answer(challenge: Challenge): Promise<void> {
  try {
    const solution = await solveChallenge({ challenge, deriveKey })
    postMessage(solution === null ? null : btoa(JSON.stringify({ challenge, solution })))
  } catch {
    postMessage(null)
  }
}
