import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { loadToolConfig } from '#config/tools.ts'
import { installPackages } from '#test/support/apt.ts'

/** Chromium without windows: the same engine at a tenth of the CPU (decision 259). */
const shell = 'chromium-headless-shell'
const commands = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the path of Chrome or Chromium: CHROME_PATH first, then the usual paths; or null. */
export function findChrome(): string | null {
  const { chrome_path } = loadToolConfig()
  if (chrome_path !== null && chrome_path !== '') return chrome_path
  return [...commands.flatMap(inSearchPath), ...applications].find(isExecutable) ?? null
}

/** As `findChrome`, but throws an error that says what to do when there is no browser. */
export function requireChrome(): string {
  const path = findChrome()
  if (path === null) throw new ReferenceError(missing_chrome)
  if (!isExecutable(path)) throw new ReferenceError(`CHROME_PATH=${path} cannot be run.`)
  return path
}

export const missing_chrome =
  'The browser journeys need Chrome or Chromium and none was found: install one (Debian: apt-get install chromium-headless-shell) or set CHROME_PATH.'

/** Installs Chromium when running as root on Debian, unless its shell is there or CHROME_PATH names a browser. */
export function installChrome(): void {
  if ((loadToolConfig().chrome_path ?? '') !== '') return
  if (inSearchPath(shell).some(isExecutable)) return
  if (!installPackages(shell, 'fonts-liberation') && findChrome() === null) {
    installPackages('chromium', 'fonts-liberation')
  }
}

function inSearchPath(command: string): string[] {
  return loadToolConfig().search_path.map((folder) => join(folder, command))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
