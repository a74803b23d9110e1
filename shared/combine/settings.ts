import { ncclEnvironment } from '../formats/nccl/environment'
import { ncclLog } from '../formats/nccl/log'
import { ncclTestsJson } from '../formats/nccl/tests-json'
import type { Parsed } from '../model/format'
import type { Setting } from '../model/nccl'
import { at, of } from './sections'

/** Names in a whole environment that bear on communication; the rest of it is nobody's business here. */
const RELEVANT =
  /^(?:NCCL_|TORCH_NCCL_|CCL_|RCCL_|OFI_NCCL_|FI_|UCX_|GLOO_|CUDA_|NVIDIA_VISIBLE|OMPI_MCA_|MELLANOX_|RDMAV_|IBV_|LD_PRELOAD$|LD_LIBRARY_PATH$|OMP_NUM_THREADS$)/

/** Every place that sets a variable, in the order of NCCL's precedence as far as a place tells it. */
export function settingsOf(sections: readonly Parsed[], isThisHost: (host: string) => boolean): readonly Setting[] {
  const settings: Setting[] = []
  for (const section of of(sections, ncclLog)) settings.push(...logSettings(section, isThisHost))
  for (const section of of(sections, ncclEnvironment)) {
    for (const setting of section.value.settings) {
      if (setting.forwarded) continue
      settings.push({
        name: setting.name,
        value: setting.value,
        origin: setting.origin,
        source: at(section, setting.line),
        empty: setting.empty,
      })
    }
  }
  for (const section of of(sections, ncclTestsJson)) {
    for (const { name, value, line } of section.value.environment) {
      if (RELEVANT.test(name))
        settings.push({ name, value, origin: 'json', source: at(section, line), empty: value === '' || undefined })
    }
  }
  return settings
}

export function logSettings(section: Parsed, isThisHost: (host: string) => boolean): readonly Setting[] {
  return of([section], ncclLog).flatMap((log) =>
    log.value.settings
      .filter(
        (echo) => (echo.from === 'environment' || echo.from === 'set') && (echo.host === '' || isThisHost(echo.host)),
      )
      .map((echo) => ({
        name: echo.name,
        value: echo.value,
        origin: 'log' as const,
        source: at(log, echo.line),
        process: `${echo.host}:${echo.pid}`,
      })),
  )
}
