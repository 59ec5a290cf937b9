import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { loadToolConfig } from '#config/tools.ts'
import { installPackages } from '#test/support/apt.ts'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the path of Chrome or Chromium: CHROME_PATH first, then the usual paths; or null. */
export function findChrome(): string | null {
  const { chrome_path, search_path } = loadToolConfig()
  if (chrome_path !== null && chrome_path !== '') return chrome_path
  const candidates = commands.flatMap((command) =>
    search_path.map((folder) => join(folder, command)),
  )
  return [...candidates, ...applications].find(isExecutable) ?? null
}

/** As `findChrome`, but throws an error that says what to do when there is no browser. */
export function requireChrome(): string {
  const path = findChrome()
  if (path === null) throw new ReferenceError(missing_chrome)
  if (!isExecutable(path)) throw new ReferenceError(`CHROME_PATH=${path} cannot be run.`)
  return path
}

export const missing_chrome =
  'The browser journeys need Chrome or Chromium and none was found: install the command "chromium" (Debian: apt-get install chromium) or set CHROME_PATH.'

/** Installs the browser when running as root on Debian; returns whether that succeeded. */
export function installChrome(): boolean {
  return installPackages('chromium', 'fonts-liberation')
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
